"""A menu: lines of which one is marked. Enter chooses it, and some have a key of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, TypeAlias

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import cut, put, wrap_into
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from bidden.frontend.screens.screen import LINES_A_NOTCH, NOTHING, Pop, Push, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View
from bidden.words import phrase, tables

_TOP: Final = 2
_BELOW: Final = 2
"""The rows beneath the description: an empty one, and the footer."""
_AT: Final = 5
"""The column of a line, after its key."""


Press: TypeAlias = Callable[[str, View], Steps]
"""Presses a key on the play screen."""


def _nothing() -> Steps:
    return NOTHING


@attrs.frozen
class Choice:
    """A line of a menu."""

    text: str
    key: str = ""  # chooses it from anywhere
    about: str = ""  # shown while it is marked
    heading: bool = False  # a heading cannot be marked
    tone: str = "plain"
    choose: Callable[[View], Steps] = lambda view: NOTHING
    erase: Callable[[], Steps] = _nothing


class Menu(Screen):
    """Lines to choose from, with the first one marked."""

    told: ClassVar[int] = 2  # rows for the description of the marked line
    tells_all: ClassVar[bool] = False  # whether a large console has a description beside each line
    left: int = 0  # the first column
    below: int = 0  # rows to leave empty at the foot
    contexts: tuple[Context, ...] = (Context.MENU,)
    keys: ClassVar[str] = "menu keys"  # the table with the words of the hints

    def __init__(
        self, theme: Theme, title: str, choices: Sequence[Choice], on_map: Press | None = None
    ) -> None:
        super().__init__(theme)
        self._on_map = on_map  # takes characters, and keys that the menu does not need
        self.title = title
        self.choices = choices
        self.marked = 0
        self.notice = ""  # shown instead of the description
        self._first = 0
        self._shown = 1
        self._mark(0, 1)

    def choose(self, number: int, view: View) -> Steps:
        """Answer the choice of a line."""
        return self.choices[number].choose(view)

    def erase(self, number: int) -> Steps:
        """Reset a line."""
        return self.choices[number].erase()

    def uses(self, command: Command) -> bool:
        erases = any(one.erase is not _nothing for one in self.choices)
        return command is not Command.ERASE or erases or type(self).erase is not Menu.erase

    def leave(self) -> Steps:
        return (Pop(),)

    def hints(self) -> str:
        hints = self.theme.keymap.hints(Context.MENU, **tables()[self.keys])
        return phrase("menu", "other keys", keys=hints) if self._on_map else hints

    def press(self, key: str, view: View) -> Steps:
        self.notice, action = "", self.theme.keymap.action(key, Context.MENU)
        if self._on_map is not None and (len(key) == 1 or action is None):
            return (Pop(), *self._on_map(key, view))
        for number, choice in enumerate(self.choices):
            if key == choice.key:
                self.marked = number
                return self.choose(number, view)
        match action:
            case Command.LINE_UP:
                self._mark_next(-1)
            case Command.LINE_DOWN:
                self._mark_next(1)
            case Command.PAGE_UP:
                self._mark(self.marked - self._shown, -1)
            case Command.PAGE_DOWN:
                self._mark(self.marked + self._shown, 1)
            case Command.FIRST:
                self._mark(0, 1)
            case Command.LAST:
                self._mark(len(self.choices) - 1, -1)
            case Command.SEARCH:
                return (Push(self._ask_what_to_find()),)
            case Command.ACCEPT if self._can_be_marked(self.marked):
                return self.choose(self.marked, view)
            case Command.ERASE if self._can_be_marked(self.marked):
                return self.erase(self.marked)
            case Command.BACK:
                return self.leave()
        return NOTHING

    def _ask_what_to_find(self) -> Screen:
        def search(typed: str) -> Steps:
            if typed:
                self.search(typed)
            return NOTHING

        return TextPrompt(self.theme, phrase("menu", "search"), search, accept="go there", most=40)

    def search(self, words: str) -> None:
        """Mark the next line whose text or description has these words."""
        count, sought = len(self.choices), words.casefold()
        for number in ((self.marked + 1 + step) % count for step in range(count)):
            one = self.choices[number]
            if not one.heading and sought in f"{one.text} {one.about}".casefold():
                self.marked = number
                return
        self.notice = phrase("menu", "not found", words=words)

    def wheel(self, by: int, view: View) -> Steps:
        self.notice = ""
        self._mark(self.marked + by * LINES_A_NOTCH, by)
        return NOTHING

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        if right:
            return self.leave()
        number = self._first + y - self.top
        if 0 <= y - self.top < self._shown and self._can_be_marked(number):
            self.notice, self.marked = "", number
            return self.choose(number, view)
        return NOTHING

    @property
    def top(self) -> int:
        """The row of the first line."""
        return _TOP

    def focus(self, view: View) -> tuple[int, int]:
        return self.left + _AT, self.top + self.marked - self._first

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette = self.theme.palette
        foot = console.height - self.below - 1
        self._shown = max(1, foot + 1 - self.top - self.told - _BELOW)
        self._show_the_mark()
        put(console, 0, 0, " " * console.width, palette.header.fg, palette.header.bg)
        put(console, 1, 0, self.title, palette.bright.fg)
        shown = self.choices[self._first : self._first + self._shown]
        for y, choice in enumerate(shown, self.top):
            self._draw_line(console, y, choice, marked=self._first + y - self.top == self.marked)
        about = self.choices[self.marked].about if self.choices else ""
        told, tone = (self.notice, "news") if self.notice else (about, "plain")
        rows = wrap_into(told, console.width - 2 - self.left, self.told)
        for y, text in enumerate(rows, foot - self.told):
            put(console, self.left + 1, y, text, palette.tone(tone).fg)
        self.hint(console, self.left + 1, foot, self._footer(), palette.faint.fg)

    def _draw_line(
        self, console: tcod.console.Console, y: int, choice: Choice, *, marked: bool
    ) -> None:
        palette, left = self.theme.palette, self.left
        if choice.heading:
            put(console, 1, y, cut(choice.text, console.width - 2), palette.tone("news").fg)
            return
        if marked:
            put(console, left + 1, y, ">", palette.bright.fg)
        put(console, left + 3, y, choice.key, palette.bright.fg)
        if self.tells_all and layout_for(console).is_large:
            x = left + _AT + max(len(one.text) for one in self.choices if one.about) + 3
            put(console, x, y, cut(choice.about, console.width - x - 1), palette.faint.fg)
        ink = palette.bright.fg if marked else palette.tone(choice.tone).fg
        put(console, left + _AT, y, cut(choice.text, console.width - left - _AT - 1), ink)

    def _footer(self) -> str:
        if len(self.choices) <= self._shown:
            return self.hints()
        until = min(self._first + self._shown, len(self.choices))
        shown = f"{self._first + 1}–{until}"
        return phrase("menu", "part", keys=self.hints(), shown=shown, count=len(self.choices))

    def _can_be_marked(self, number: int) -> bool:
        return 0 <= number < len(self.choices) and not self.choices[number].heading

    def _mark_next(self, by: int) -> None:
        before = self.marked
        self._mark(before + by, by)
        if self.marked == before:
            self._mark(0 if by > 0 else len(self.choices) - 1, by)

    def _mark(self, number: int, onward: int) -> None:
        """Mark a line, or the nearest one beyond it that can be marked."""
        number = min(max(number, 0), len(self.choices) - 1)
        ways = (range(number, len(self.choices)), range(number, -1, -1))
        for way in ways if onward > 0 else ways[::-1]:
            found = next((one for one in way if self._can_be_marked(one)), None)
            if found is not None:
                self.marked = found
                return

    def _show_the_mark(self) -> None:
        """Scroll no further than needed, but show the headings above the marked line."""
        above = self.marked
        while above and self.choices[above - 1].heading:
            above -= 1
        self._first = min(max(self._first, self.marked - self._shown + 1), above)
        self._first = max(0, min(self._first, len(self.choices) - self._shown))
