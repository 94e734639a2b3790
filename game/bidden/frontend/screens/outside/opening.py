"""The opening: who the player is, told once as a run begins."""

from __future__ import annotations

from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import put, wrap
from bidden.frontend.screens.screen import Pop, Screen, Steps
from bidden.view import View

TELLING: Final = (
    "You are a bidden: a creature that is called into the world to do what others want done. "
    "You did not ask to come, and you cannot but come.",
    "Three summoners stand at the circle of stones, each of another faction. Each offers a "
    "binding: a task, where it is to be done, how dangerous that is, within how many turns, and "
    "what is paid for it. You are nobody's until you take one.",
    "Bound, you are sent out at once, through a land and down to where the task lies. Done within "
    "its term, the bond lets you go and a gate takes you back to the circle, where others wait "
    "with something worse. Not done in time, the bond burns.",
    "Once your hit points are gone you live on with a wound and half of them. Each wound takes "
    "something of you, and stays; the fifth kills.",
    "Five bindings make a run. What you are at its end, bound, feared or free, is up to whom you "
    "serve.",
)
"""What a bidden is and how a run goes, a paragraph each."""

_WIDTH: Final = 66


class OpeningScreen(Screen):
    """A short text; any key goes on."""

    def press(self, key: str, view: View) -> Steps:
        """Go on."""
        return (Pop(),)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        """Go on."""
        return (Pop(),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the paragraphs in the middle."""
        palette = self.theme.palette
        rows = [row for text in TELLING for row in (*wrap(text, _WIDTH), "")]
        x = (console.width - _WIDTH) // 2
        top = max(1, (console.height - len(rows) - 2) // 2)
        for y, row in enumerate(rows, top):
            put(console, x, y, row, palette.ground.fg)
        put(
            console,
            x,
            min(top + len(rows) + 1, console.height - 1),
            "Any key goes on",
            palette.faint.fg,
        )
