"""Pages: prepared text that is scrolled and read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import tcod.console

from bidden.frontend.drawing.canvas import cut, put, wrap
from bidden.frontend.drawing.colours.palette import Colour
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import LINES_A_NOTCH, NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

Row: TypeAlias = tuple[tuple[int, str, Colour], ...]
"""One row of text: pieces, each with its column and its colour."""
Rows: TypeAlias = Sequence[Row] | Callable[[int], Sequence[Row]]
"""Rows of text, or a function that makes them for a width."""

TOP: Final = 2
"""The row of the screen that the first row of text is on."""
_AROUND: Final = 4
"""How many rows are not shown text: title and footer, and a blank one at each."""


class Pages(Screen):
    """A text with a title, scrolled if it is too long.

    A callable that makes the rows is called again when the size of the console changes.

    Attributes:
        first: The first row of the text that is shown.
    """

    contexts: tuple[Context, ...] = (Context.PAGES,)

    def __init__(self, theme: Theme, title: str, rows: Rows, *, at_end: bool = False) -> None:
        super().__init__(theme)
        self._title = title
        self._make = rows
        self._made_for = 0, 0  # columns and rows
        self._rows: Sequence[Row] = ()
        self.first = self._last if at_end else 0

    def press(self, key: str, view: View) -> Steps:
        """Scroll the page, or go back."""
        match self.theme.keymap.action(key, Context.PAGES):
            case Command.LINE_UP:
                self._scroll_to(self.first - 1)
            case Command.LINE_DOWN:
                self._scroll_to(self.first + 1)
            case Command.PAGE_UP:
                self._scroll_to(self.first - self.shown)
            case Command.PAGE_DOWN:
                self._scroll_to(self.first + self.shown)
            case Command.FIRST:
                self._scroll_to(0)
            case Command.LAST:
                self._scroll_to(self._last)
            case Command.BACK:
                return (Pop(),)
        return NOTHING

    def wheel(self, by: int, view: View) -> Steps:
        """Scroll by lines, as the key for that does."""
        command = Command.LINE_DOWN if by > 0 else Command.LINE_UP
        key = self.theme.keymap.sections[Context.PAGES].actions[command].keys[0]
        return tuple(step for _ in range(abs(by) * LINES_A_NOTCH) for step in self.press(key, view))

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the rows between a title and a footer that says where one is."""
        palette = self.theme.palette
        self.layout = layout_for(console)
        self._scroll_to(self.first)  # the console may have grown
        draw_bar(console, 0, "", palette.header)
        put(console, 1, 0, cut(self._title, console.width - 2), palette.bright.fg)
        for y, row in enumerate(self.rows[self.first : self.first + self.shown], TOP):
            end = 0
            for x, text, colour in row:
                end = put(console, max(x, end), y, text, colour) + 1  # over none before it
        self.hint(console, 1, console.height - 1, self.footer(), palette.faint.fg)

    @property
    def rows(self) -> Sequence[Row]:
        """The text, as it is for the columns there are."""
        size = self.layout.width, self.layout.height
        if self._made_for != size:
            self._made_for = size
            self._rows = self._make(size[0]) if callable(self._make) else self._make
        return self._rows

    @property
    def shown(self) -> int:
        """How many rows are shown at once."""
        return self.layout.height - _AROUND

    @property
    def length(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def _last(self) -> int:
        """The first row of the last page."""
        return max(0, self.length - self.shown)

    def show(self, first: int, last: int) -> None:
        """Scroll no further than needed for some rows to be seen."""
        self._scroll_to(min(max(self.first, last - self.shown + 1), first))

    def hints(self) -> str:
        """Return further hints for the footer."""
        return ""

    def back(self) -> str:
        """Return what going back does, for the footer."""
        return "back"

    def _scroll_to(self, first: int) -> None:
        self.first = min(max(first, 0), self._last)

    def remake(self) -> None:
        """Make the text anew, as it is another one now."""
        self._made_for = 0, 0

    def footer(self) -> str:
        """Return the hints, and which part of the text is shown."""
        hint = self.theme.keymap.hint
        back = f"{self.hints()}{hint(Context.PAGES, Command.BACK)} {self.back()}"
        if not self._last:
            return back
        up, down = hint(Context.PAGES, Command.PAGE_UP), hint(Context.PAGES, Command.PAGE_DOWN)
        until = min(self.first + self.shown, self.length)
        shown = f"{self.first + 1}–{until} of {self.length}"
        whole = f"{back}   {up}/{down} pages   {shown}"
        return whole if len(whole) < self.layout.width - 1 else f"{back}   {shown}"


def message(theme: Theme, title: str, text: str) -> Pages:
    """Make pages of one text."""
    colour = theme.palette.ground.fg
    return Pages(
        theme, title, lambda width: [((1, line, colour),) for line in wrap(text, width - 2)]
    )
