"""A bar: a row of one colour across the whole console."""

from __future__ import annotations

import tcod.console

from bidden.frontend.drawing.canvas import cut, put
from bidden.frontend.drawing.colours.palette import Ink
from bidden.frontend.drawing.layout import layout_for


def draw_bar(console: tcod.console.Console, row: int, text: str, ink: Ink) -> None:
    """Draw a bar with text, cut if it is too long. Negative rows count from the last one."""
    layout = layout_for(console)
    y, block = row if row >= 0 else layout.height + row, layout.header
    put(console, 0, y, " " * console.width, ink.fg, ink.bg)
    put(console, block.x, y, cut(text, console.width - block.x), ink.fg, ink.bg)
