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
    """

    told: str
    action: Callable[[], object]
    _drawn: bool = False
    _ripe: bool = False

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Say it in the last row."""
        draw_bar(console, -1, f" {self.told}", palette.prompt)
        self._drawn = True

    def tick(self) -> bool:
        """Say whether it is to be done now: it was there to be seen for a whole tick."""
        due, self._ripe = self._ripe, self._drawn
        return due
