"""Soon: what takes longer than a frame is said first, and done once that was seen."""

from __future__ import annotations

from collections.abc import Callable

import tcod.console
from attrs import define

from bidden.frontend.drawing.bar import draw_bar
from bidden.frontend.drawing.palette import Palette


@define
class Soon:
    """One thing that is to be done, and what is said of it meanwhile.

    Attributes:
        told: What is said, in a sentence.
        action: Does it.
        brief: Whether to do it as soon as that was drawn, and not a whole tick later.
        pressed: Whether a key or a button was pressed meanwhile.
    """

    told: str
    action: Callable[[], object]
    brief: bool = False
    pressed: bool = False
    _drawn: bool = False
    _ripe: bool = False

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Say it in the last row."""
        draw_bar(console, -1, f" {self.told}", palette.prompt)
        self._drawn = True

    def tick(self) -> bool:
        """Say whether it is to be done now: it was seen, and for a whole tick if not brief."""
        due, self._ripe = self._drawn if self.brief else self._ripe, self._drawn
        return due
