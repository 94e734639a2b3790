"""Pages of text that scroll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest
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
"""Pieces of text, each with its column and its colour."""
Rows: TypeAlias = Sequence[Row] | Callable[[int], Sequence[Row]]
"""Rows, or a function that makes them for a width."""

TOP: Final = 2
"""The first row of text on the screen."""
_AROUND: Final = 4
"""The rows without text: title and footer, each with a blank row."""


class Pages(Screen):
    """A text with a title. A change of the console's size makes the rows again."""

    contexts: tuple[Context, ...] = (Context.PAGES,)

    def __init__(
        self,
        theme: Theme,
        title: str,
        rows: Rows,
        *,
        at_end: bool = False,
        blocks: Callable[[int], Sequence[Sequence[Row]]] | None = None,
    ) -> None:
        """Create pages. In a large console, two columns of blocks replace the rows."""
        super().__init__(theme)
        self._title = title
        self._make = rows
        self._blocks = blocks
        self._made_for = 0, 0  # columns and rows
        self._rows: Sequence[Row] = ()
        self.first = self._last if at_end else 0  # the first row that is shown

    def press(self, key: str, view: View) -> Steps:
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
        """Scroll as the keys do, which subclasses handle differently."""
        command = Command.LINE_DOWN if by > 0 else Command.LINE_UP
        key = self.theme.keymap.sections[Context.PAGES].actions[command].keys[0]
        return tuple(step for _ in range(abs(by) * LINES_A_NOTCH) for step in self.press(key, view))

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette = self.theme.palette
        self.layout = layout_for(console)
        self._scroll_to(self.first)  # the console may have grown
        draw_bar(console, 0, "", palette.header)
        put(console, 1, 0, cut(self._title, console.width - 2), palette.bright.fg)
        for y, row in enumerate(self.rows[self.first : self.first + self.shown], TOP):
            end = 0
            for x, text, colour in row:
                end = put(console, max(x, end), y, text, colour) + 1
        self.hint(console, 1, console.height - 1, self.footer(), palette.faint.fg)

    @property
    def rows(self) -> Sequence[Row]:
        size = self.layout.width, self.layout.height
        if self._made_for != size:
            self._made_for = size
            if self._blocks is not None and self.layout.is_large:
                self._rows = in_columns(self._blocks(size[0] // 2), size[0])
            else:
                self._rows = self._make(size[0]) if callable(self._make) else self._make
        return self._rows

    @property
    def shown(self) -> int:
        return self.layout.height - _AROUND

    @property
    def length(self) -> int:
        return len(self.rows)

    @property
    def _last(self) -> int:
        return max(0, self.length - self.shown)

    def show(self, first: int, last: int) -> None:
        """Scroll no further than needed to show some rows."""
        self._scroll_to(min(max(self.first, last - self.shown + 1), first))

    def hints(self) -> str:
        """Return more hints for the footer, before the key that goes back."""
        return ""

    def back(self) -> str:
        """Return what going back does, in words."""
        return "back"

    def _scroll_to(self, first: int) -> None:
        self.first = min(max(first, 0), self._last)

    def remake(self) -> None:
        """Make the rows again when they are next shown."""
        self._made_for = 0, 0

    def footer(self) -> str:
        hint = self.theme.keymap.hint
        back = f"{self.hints()}{hint(Context.PAGES, Command.BACK)} {self.back()}"
        if not self._last:
            return back
        up, down = hint(Context.PAGES, Command.PAGE_UP), hint(Context.PAGES, Command.PAGE_DOWN)
        until = min(self.first + self.shown, self.length)
        shown = f"{self.first + 1}–{until} of {self.length}"
        whole = f"{back}   {up}/{down} pages   {shown}"
        return whole if len(whole) < self.layout.width - 1 else f"{back}   {shown}"


def paragraph(text: str, width: int, colour: Colour, x: int = 1, indent: str = "  ") -> list[Row]:
    """Return the rows of a text from a column to the right edge, indented from the second on."""
    return [((x, row, colour),) for row in wrap(text, width - x - 1, indent)]


def beside(columns: Sequence[Sequence[Row]], wide: int, width: int) -> list[Row]:
    """Return texts of a width beside each other, in the middle of a console."""
    left = (width - wide * len(columns)) // 2
    return [
        tuple(
            (left + wide * n + x, text, colour)
            for n, row in enumerate(row_of_each)
            for x, text, colour in row
        )
        for row_of_each in zip_longest(*columns, fillvalue=())
    ]


def in_a_column(blocks: Iterable[Sequence[Row]]) -> list[Row]:
    """Join blocks, with a blank row between them."""
    return [*chain.from_iterable([(), *block] for block in blocks if block)][1:]


def in_columns(blocks: Sequence[Sequence[Row]], width: int) -> list[Row]:
    """Distribute blocks over two columns of about the same height."""
    ways = ((blocks[:at], blocks[at:]) for at in range(1, len(blocks) + 1))
    columns = ([in_a_column(part) for part in parts] for parts in ways)
    return beside(min(columns, key=lambda pair: max(map(len, pair))), width // 2, width)


def message(theme: Theme, title: str, text: str) -> Pages:
    """Return pages of one text."""
    colour = theme.palette.ground.fg
    return Pages(theme, title, lambda width: paragraph(text, width, colour, indent=""))
