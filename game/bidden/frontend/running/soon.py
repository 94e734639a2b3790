"""Soon: what takes longer than a frame is said first, and done once that was seen."""

from __future__ import annotations

from collections.abc import Callable

import tcod.console
from attrs import define, field

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.panels.bar import draw_bar


@define
class Soon:
    """One thing that is to be done, and what is said of it meanwhile.

    Attributes:
        told: What is said, in a sentence.
        action: Does it.
        brief: Whether to do it as soon as that was drawn, and not a whole tick later.
        ready: Says whether what it needs is there; until then it waits.
        typed: The keys that were pressed meanwhile, for whatever is shown then, and when.
        clicked: Whether a button was.
    """

    told: str
    action: Callable[[], object]
    brief: bool = False
    ready: Callable[[], bool] = lambda: True
    typed: list[tuple[str, float]] = field(factory=list)
    clicked: bool = False
    _drawn: bool = False
    _ripe: bool = False

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Say it in the last row."""
        draw_bar(console, -1, f" {self.told}", palette.prompt)
        self._drawn = True

    def tick(self) -> bool:
        """Say whether it is to be done now: it was seen, and for a whole tick if not brief."""
        due, self._ripe = self._drawn if self.brief else self._ripe, self._drawn
        return due and self.ready()
