"""Pages: prepared text that is scrolled and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import tcod.console

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, put, wrap
from bidden.frontend.drawing.palette import Colour
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

Row: TypeAlias = tuple[tuple[int, str, Colour], ...]
"""One row of text: pieces, each with its column and its colour."""

TOP: Final = 2
"""The row of the screen that the first row of text is on."""
SHOWN: Final = HEIGHT - 4
"""How many rows are shown at once: all but the title, the footer, and a blank one at each."""


class Pages(Screen):
    """A text with a title, as much of it as fits.

    Attributes:
        first: The first row of the text that is shown.
    """

    def __init__(
        self, theme: Theme, title: str, rows: Sequence[Row], *, at_end: bool = False
    ) -> None:
        super().__init__(theme)
        self._title = title
        self._rows = rows
        self._last = max(0, len(rows) - SHOWN)
        self.first = self._last if at_end else 0

    def press(self, key: str, view: View) -> Steps:
        """Scroll the page, or go back."""
        match self.theme.keymap.action(key, Context.PAGES):
            case Command.LINE_UP:
                self._scroll_to(self.first - 1)
            case Command.LINE_DOWN:
                self._scroll_to(self.first + 1)
            case Command.PAGE_UP:
                self._scroll_to(self.first - SHOWN)
            case Command.PAGE_DOWN:
                self._scroll_to(self.first + SHOWN)
            case Command.FIRST:
                self._scroll_to(0)
            case Command.LAST:
                self._scroll_to(self._last)
            case Command.BACK:
                return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the rows between a title and a footer that says where one is."""
        palette = self.theme.palette
        put(console, 0, 0, " " * WIDTH, palette.header.fg, palette.header.bg)
        put(console, 1, 0, self._title, palette.bright.fg)
        for y, row in enumerate(self._rows[self.first : self.first + SHOWN], TOP):
            for x, text, colour in row:
                put(console, x, y, text, colour)
        put(console, 1, HEIGHT - 1, self._footer(), palette.faint.fg)

    @property
    def length(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def show(self, first: int, last: int) -> None:
        """Scroll no further than needed for some rows to be seen."""
        self._scroll_to(min(max(self.first, last - SHOWN + 1), first))

    def hints(self) -> str:
        """Say in the footer what else there is to do; empty for nothing."""
        return ""

    def _scroll_to(self, first: int) -> None:
        self.first = min(max(first, 0), self._last)

    def _footer(self) -> str:
        hint = self.theme.keymap.hint
        back = f"{self.hints()}{hint(Context.PAGES, Command.BACK)} back"
        if not self._last:
            return back
        up, down = hint(Context.PAGES, Command.PAGE_UP), hint(Context.PAGES, Command.PAGE_DOWN)
        until = min(self.first + SHOWN, len(self._rows))
        return f"{back}   {up}/{down} pages   {self.first + 1}–{until} of {len(self._rows)}"


def message(theme: Theme, title: str, text: str) -> Pages:
    """Make pages of one text."""
    colour = theme.palette.ground.fg
    return Pages(theme, title, [((1, line, colour),) for line in wrap(text, WIDTH - 2)])
