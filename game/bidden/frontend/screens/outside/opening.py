"""The opening of a run: what a bidden is, and how a run goes."""

from __future__ import annotations

from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import put, wrap
from bidden.frontend.screens.screen import Pop, Screen, Steps
from bidden.view import View

TELLING: Final = (
    "You are a bidden: a creature called into the world to do the work of others. You did not "
    "ask to come, and you had no choice.",
    "Three summoners wait at the circle of stones, each serving a different faction. Each offers a "
    "binding: a task, a place, and a term to do it in. Until you accept one, you belong to nobody.",
    "Once bound, you are sent out across a wild land and down to your task. Complete it in "
    "time, and a gate takes you back to the circle, where worse is on offer. Once your time is "
    "up, the bond burns you.",
    "When your hit points run out, you get up again with half of them and a wound, which weakens "
    "you. Each task that you complete closes one wound. The fifth open wound kills you.",
    "Five bindings make a run. At its end you are bound, feared or free, depending on whom you "
    "served.",
)
"""The paragraphs."""

_WIDTH: Final = 66


class OpeningScreen(Screen):
    """A short text; any key goes on."""

    def press(self, key: str, view: View) -> Steps:
        return (Pop(),)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        return (Pop(),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette = self.theme.palette
        rows = [row for text in TELLING for row in (*wrap(text, _WIDTH), "")]
        x = (console.width - _WIDTH) // 2
        top = max(1, (console.height - len(rows) - 2) // 2)
        for y, row in enumerate(rows, top):
            put(console, x, y, row, palette.ground.fg)
        last = min(top + len(rows) + 1, console.height - 1)
        put(console, x, last, "Press any key", palette.faint.fg)
