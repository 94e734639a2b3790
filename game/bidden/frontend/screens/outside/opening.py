"""The opening of a run: what a bidden is, and how a run goes."""

from __future__ import annotations

from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import put, wrap
from bidden.frontend.drawing.layout import Rect, layout_for
from bidden.frontend.screens.outside.art import NAME, PICTURE_WIDTH, draw_name, draw_scene
from bidden.frontend.screens.screen import Pop, Screen, Steps
from bidden.view import View
from bidden.words import phrase, tables

_WIDTH: Final = 66
_GAP: Final = 4


class OpeningScreen(Screen):
    """A short text, in a large console with the art of the title; any key goes on."""

    def press(self, key: str, view: View) -> Steps:
        return (Pop(),)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        return (Pop(),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette = self.theme.palette
        rows = [
            row for text in tables()["story"]["paragraphs"] for row in (*wrap(text, _WIDTH), "")
        ]
        x, above = (console.width - _WIDTH) // 2, 0
        is_large = layout_for(console).is_large
        if is_large:
            x, above = (console.width - _WIDTH - _GAP - PICTURE_WIDTH) // 2, len(NAME) + 4
        top = max(1, (console.height - above - len(rows) - 2) // 2) + above
        last = min(top + len(rows) + 1, console.height - 1)
        if is_large:
            block = Rect(x - 2, top - above - 1, console.width - 2 * x + 4, last - top + above + 3)
            draw_scene(console, palette, block, (x + _WIDTH + _GAP, top + 2))
            draw_name(console, palette, x, top - above)
        for y, row in enumerate(rows, top):
            put(console, x, y, row, palette.ground.fg)
        put(console, x, last, phrase("opening", "any key"), palette.faint.fg)
