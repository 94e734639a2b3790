"""Five pages on how to play, and for every screen a list of its keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

import tcod.console

from bidden.frontend.drawing.board import THREATENED
from bidden.frontend.drawing.canvas import put, wrap
from bidden.frontend.drawing.layout import LARGE, LEAST
from bidden.frontend.input.keymap import DIRECTIONS, Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.screens.pages import Pages, Row, beside, paragraph
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View
from bidden.words import phrase, tables

BONDS: Final = 3
"""The page about bonds and tasks."""
_KEYS_AT: Final = 2
_GAP: Final = 2
_COMPASS: Final = "compass"
_WIDEST: Final = 80
"""Longer rows are hard to read."""
_SIGN: Final = THREATENED, phrase("keys", "threatened")
"""A mark that can cover a tile."""

_Line: TypeAlias = str | tuple[str, str]


@cache
def _pages() -> tuple[tuple[str, tuple[_Line, ...]], ...]:
    """Return the pages of the help. A row is text, or commands or a sign with a meaning."""
    pages = tables()["manual"]["pages"]
    return tuple((page["title"], tuple(_rows(page["rows"]))) for page in pages)


def explanations(table: str) -> Mapping[str, str]:
    """Return the meanings in a table of the help, by name."""
    told: Mapping[str, str] = tables()["manual"][table]
    return told


def _rows(lines: Sequence[str | list[str]]) -> Iterator[_Line]:
    for line in lines:
        if line == "header":
            yield from explanations("header").items()
        elif isinstance(line, str):
            yield line.replace("{threatened}", THREATENED)
        else:
            yield line[0], line[1]


class HelpScreen(Pages):
    """Five pages on how to play; scrolling past the end of one leads to the next."""

    contexts = Context.DIRECTIONS, Context.PLAY, Context.PAGES

    def __init__(self, theme: Theme) -> None:
        self._page = 0
        super().__init__(theme, "", self._text)

    def press(self, key: str, view: View) -> Steps:
        numbers = [str(number) for number, _ in enumerate(_pages(), 1)]
        if key in numbers:  # digits do not scroll here
            return self._turn_to(numbers.index(key))
        match self.theme.keymap.action(key, Context.PAGES):
            case Command.LINE_DOWN | Command.PAGE_DOWN if self.first + self.shown >= self.length:
                return self._turn(1)
            case Command.LINE_UP | Command.PAGE_UP if not self.first:
                return self._turn(-1)
        return super().press(key, view)

    def wheel(self, by: int, view: View) -> Steps:
        return self._turn(1 if by > 0 else -1)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        super().draw(console, view)
        x, palette = 1, self.theme.palette
        for number, (title, _) in enumerate(_pages()):
            colour = palette.bright.fg if number in self._pages else palette.faint.fg
            x = put(console, x, 0, f"{number + 1} {title}", colour) + 3

    def footer(self) -> str:
        hint = self.theme.keymap.hint
        up, down = hint(Context.PAGES, Command.PAGE_UP), hint(Context.PAGES, Command.PAGE_DOWN)
        back, keys = hint(Context.PAGES, Command.BACK), hint(Context.PLAY, Command.HELP)
        return phrase("help", "footer", back=back, up=up, down=down, keys=keys)

    def _turn(self, by: int) -> Steps:
        return self._turn_to(self._page + by * len(self._pages))

    def _turn_to(self, page: int) -> Steps:
        self._page = min(max(0, page), len(_pages()) - 1)
        self.first = 0
        self.remake()
        return NOTHING

    @property
    def _pages(self) -> range:
        count = 2 if self.layout.is_large else 1  # beside each other
        first = min(self._page, len(_pages()) - count)
        return range(first, first + count)

    def _text(self, width: int) -> list[Row]:
        wide = min(_WIDEST, width // len(self._pages))
        return beside([self.page_text(page, wide) for page in self._pages], wide, width)

    def page_text(self, page: int, width: int) -> list[Row]:
        """Return the rows of a page, from 0."""
        rows, palette = list[Row](), self.theme.palette
        _, lines = _pages()[page]
        pairs = [(self._keys(line[0]), line[1]) for line in lines if not isinstance(line, str)]
        at = _KEYS_AT + max(len(keys) for keys, _ in pairs) + _GAP
        for line in lines:
            if line == _COMPASS:
                rows += self._compass()
            elif isinstance(line, str):
                rows += paragraph(line, width - 1, palette.ground.fg, indent="")
            else:
                rows += _pair(self.theme, self._keys(line[0]), line[1], at, width)
        return rows

    def _keys(self, names: str) -> str:
        """Return the first key of each command, or the text itself if it names none."""
        bound = {
            name: label(binding.keys[0])
            for context in (Context.CHOICE, Context.PLAY)
            for name, binding in self.theme.keymap.sections[context].actions.items()
        }
        return " ".join(bound[Command(name)] for name in names.split() if name in bound) or names

    def _compass(self) -> list[Row]:
        """Draw the one-letter keys of the directions around that for waiting."""
        sections, rows = self.theme.keymap.sections, [""] * 3
        bound = {DIRECTIONS[way]: one for way, one in sections[Context.DIRECTIONS].actions.items()}
        bound[0, 0] = sections[Context.PLAY].actions[Command.WAIT]
        for number in (1, 2):
            for row in range(3):
                keys = ("".join(bound[x, row - 1].keys[number : number + 1]) for x in (-1, 0, 1))
                rows[row] += "     " + " ".join(key if len(key) == 1 else " " for key in keys)
        return [((_KEYS_AT, text, self.theme.palette.bright.fg),) for text in rows]


def keys_screen(screen: Screen, view: View) -> Pages:
    """List the keys and notes of a screen with their meaning. For play, add signs on the map."""
    theme, contexts, notes = screen.theme, screen.contexts, [*screen.notes]
    sections = [theme.keymap.sections[context] for context in contexts]
    if Context.DIRECTIONS in contexts and Context.PLAY not in contexts:
        directions = next(iter(sections.pop(contexts.index(Context.DIRECTIONS)).actions.values()))
        notes.append((f"{directions.labels} …", phrase("keys", "direction")))
    labels = [binding.labels for one in sections for binding in one.actions.values()]
    at = _KEYS_AT + max(map(len, (*labels, *(sign for sign, _ in notes)))) + _GAP
    heading = theme.palette.tone("news").fg

    def rows(width: int) -> list[Row]:
        is_wide = width >= LARGE[0]
        wide = min(_WIDEST, width // 2 if is_wide else width)
        rows = [row for note in notes for row in _pair(theme, *note, at, wide)]
        for section in sections:
            rows += [*([()] if rows else []), ((1, section.title, heading),)]
            for name, one in section.actions.items():
                rows += _pair(theme, one.labels, one.does, at, wide) if screen.uses(name) else ()
        if Context.PLAY in contexts or Context.REPLAY in contexts:
            rows += _signs(theme, view, at, wide)
        half = (len(rows) + 1) // 2
        is_long = is_wide and len(rows) > LEAST.height
        return beside([rows[:half], rows[half:]] if is_long else [rows], wide, width)

    return _KeysScreen(theme, phrase("keys", "title"), rows)


class _KeysScreen(Pages):
    """A list of keys, closed by the key for help as well."""

    contexts = ()

    def press(self, key: str, view: View) -> Steps:
        is_help = self.theme.keymap.action(key, Context.PLAY) is Command.HELP
        return (Pop(),) if is_help else super().press(key, view)


def _pair(theme: Theme, sign: str, meaning: str, at: int, width: int) -> list[Row]:
    palette = theme.palette
    first, *more = wrap(meaning, width - at - 1)
    row = (_KEYS_AT, sign, palette.bright.fg), (at, first, palette.ground.fg)
    return [row, *(((at, text, palette.ground.fg),) for text in more)]


def _signs(theme: Theme, view: View, at: int, width: int) -> list[Row]:
    names: dict[tuple[str, str], str] = {}
    for row in view.tiles:
        for tile in row:
            if tile.name:
                names.setdefault((tile.glyph, tile.name), tile.look)
    palette = theme.palette
    rows: list[Row] = [(), ((1, phrase("keys", "map"), palette.tone("news").fg),)]
    if not names:
        signs = [_pair(theme, *each, at, width) for each in (*explanations("signs").items(), _SIGN)]
        return [*rows, *(row for each in signs for row in each)]
    for (glyph, name), kind in sorted(names.items()):
        look = palette.look(kind, view.place)
        sign = (_KEYS_AT, look.sign(glyph), look.lit.fg)
        rows.append((sign, (at, name, palette.ground.fg)))
    return [*rows, *_pair(theme, *_SIGN, at, width)]
