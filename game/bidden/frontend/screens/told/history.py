"""The message history: searched as the player types, and filtered by tone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import clean, cut, put, wrap
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pages import TOP, Pages, Row
from bidden.frontend.screens.screen import NOTHING, Steps
from bidden.frontend.screens.told.why import why_line
from bidden.frontend.theme import Theme
from bidden.view import Line, View
from bidden.words import phrase, tables

_MARK_AT: Final = 6
_TEXT_AT: Final = 8
_NAMED: Final = 6
"""The number of characters of the search text in the footer."""
_TYPED: Final = 24
"""The number of its last characters shown while typing."""
_FILTERS: Final[tuple[tuple[str, Callable[[Line], bool]], ...]] = (
    ("all", lambda line: True),
    ("happened", lambda line: line.tone != "refusal"),
    ("harm", lambda line: line.tone == "harm"),
    ("good", lambda line: line.tone == "good"),
    ("news", lambda line: line.tone == "news"),
)
"""The filters, in the order in which a key switches them."""


class History(Pages):
    """The messages, each with its turn. The newest is last, and marked first."""

    contexts: tuple[Context, ...] = (Context.HISTORY, Context.PAGES)

    def __init__(self, theme: Theme, view: View) -> None:
        self._all = view.lines
        self._filter = 0
        self._lines = view.lines
        self._places = [*range(len(self._all))]  # the index of each line among all
        self._starts: list[int] = []
        self._marked = len(self._lines) - 1
        self._sought = ""
        self._from: int | None = None  # where the mark was when the search began
        super().__init__(theme, phrase("messages", "title"), self._text, at_end=True)

    def press(self, key: str, view: View) -> Steps:
        if self._from is not None:
            self._type(key, self._from)
            return NOTHING
        match self.theme.keymap.action(key, Context.HISTORY, Context.PAGES):
            case Command.FILTER:
                self._show_others()
            case Command.SEARCH if self._lines:
                self._from, self._sought = self._marked, ""
                self.contexts = ()  # all keys go into the search text
            case Command.NEXT if self._sought:
                self._find(self._marked + 1, 1)
            case Command.PREVIOUS if self._sought:
                self._find(self._marked - 1, -1)
            case Command.WHY if self._lines:
                return why_line(self.theme, self._lines[self._marked], view)
            case Command.LINE_UP if self._lines:
                self._mark(self._marked - 1)
            case Command.LINE_DOWN if self._lines:
                self._mark(self._marked + 1)
            case Command.PAGE_UP if self._lines:
                self._mark(self._line_at(self._start - self.shown))
            case Command.PAGE_DOWN if self._lines:
                self._mark(self._line_at(self._start + self.shown))
            case Command.FIRST if self._lines:
                self._mark(0)
            case Command.LAST if self._lines:
                self._mark(len(self._lines) - 1)
            case Command.BACK:
                return super().press(key, view)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        before = self._made_for
        super().draw(console, view)
        if before != self._made_for and self._lines:  # it is wrapped differently now
            self._mark(self._marked)
            super().draw(console, view)
        shown = phrase("filters", _FILTERS[self._filter][0])
        put(console, console.width - 1 - len(shown), 0, shown, self.theme.palette.faint.fg)
        if self._lines:
            y = TOP + self._start - self.first
            put(console, _MARK_AT, y, ">", self.theme.palette.bright.fg)
        if self._sought:
            self._draw_found(console)

    def hints(self) -> str:
        hint = self.theme.keymap.hint
        if self._from is not None:
            accept, cancel = (hint(Context.TEXT, one) for one in (Command.ACCEPT, Command.CANCEL))
            key = "found" if not self._sought or self._matches(self._marked) else "not found"
            cut_off = len(self._sought) > _TYPED
            typed = f"…{self._sought[1 - _TYPED :]}" if cut_off else self._sought
            return phrase("message search", key, typed=typed, accept=accept, cancel=cancel)
        does = tables()["message keys"]
        shown = ("why", "filter", "search") if self._lines else ("filter",)
        keys = [f"{hint(Context.HISTORY, Command(one))} {does[one]}" for one in shown]
        if self._sought:
            on, back = (hint(Context.HISTORY, one) for one in (Command.NEXT, Command.PREVIOUS))
            key = "found" if any(map(self._matches, range(len(self._lines)))) else "not found"
            sought = f"“{cut(self._sought, _NAMED)}”"
            keys.append(phrase("sought messages", key, on=on, back=back, sought=sought))
        return "".join(f"{key}   " for key in keys)

    def footer(self) -> str:
        return self.hints() if self._from is not None else super().footer()

    def _text(self, width: int) -> list[Row]:
        rows: list[Row] = []
        turn = None
        self._starts = []
        for line in self._lines:
            self._starts.append(len(rows))
            colour = self.theme.palette.tone(line.tone).fg
            first, *more = wrap(str(line), width - _TEXT_AT - 1, "  ")
            label = "" if line.turn == turn else str(line.turn)
            faint = self.theme.palette.faint.fg
            rows.append(((1, label.rjust(5), faint), (_TEXT_AT, first, colour)))
            rows += [((_TEXT_AT, text, colour),) for text in more]
            turn = line.turn
        if not rows:
            text = phrase("messages", "filtered out" if self._all else "none")
            rows.append(((1, text, self.theme.palette.faint.fg),))
        return rows

    def _show_others(self) -> None:
        """Switch to the next filter, and mark the same message or the one before."""
        until = self._places[self._marked] if self._lines else len(self._all)
        self._filter = (self._filter + 1) % len(_FILTERS)
        _, fits = _FILTERS[self._filter]
        self._places = [place for place, line in enumerate(self._all) if fits(line)]
        self._lines = tuple(self._all[place] for place in self._places)
        self.remake()
        self._mark(sum(place <= until for place in self._places) - 1)

    def _type(self, key: str, began_at: int) -> None:
        if key == "space" or len(key) == 1:
            self._sought += " " if key == "space" else key
        else:
            match self.theme.keymap.action(key, Context.TEXT):
                case Command.ERASE:
                    self._sought = self._sought[:-1]
                case Command.ACCEPT:
                    self._end_search()
                    return
                case Command.CANCEL:
                    self._sought = ""
                    self._end_search()
        self._mark(began_at)
        if self._sought:
            self._find(began_at, -1)

    def _end_search(self) -> None:
        self._from, self.contexts = None, History.contexts

    def _find(self, start: int, step: int) -> None:
        count = len(self._lines)
        places = ((start + step * number) % count for number in range(count))
        found = next((place for place in places if self._matches(place)), None)
        if found is not None:
            self._mark(found)

    def _matches(self, line: int) -> bool:
        return self._sought.casefold() in str(self._lines[line]).casefold()

    def _draw_found(self, console: tcod.console.Console) -> None:
        sought, ink = clean(self._sought).casefold(), self.theme.palette.prompt
        for y, row in enumerate(self.rows[self.first : self.first + self.shown], TOP):
            for x, text, _ in row:
                at = text.casefold().find(sought) if x == _TEXT_AT else -1
                while at >= 0:
                    put(console, x + at, y, text[at : at + len(sought)], ink.fg, ink.bg)
                    at = text.casefold().find(sought, at + 1)

    @property
    def _start(self) -> int:
        return self._starts[self._marked] if self.length else 0

    def _mark(self, line: int) -> None:
        self._marked = min(max(line, 0), max(0, len(self._lines) - 1))
        length = self.length  # first, because it may rebuild the rows
        if self._lines:
            ends = [*self._starts[1:], length]
            self.show(self._start, ends[self._marked] - 1)

    def _line_at(self, row: int) -> int:
        return max(0, sum(start <= row for start in self._starts) - 1)
