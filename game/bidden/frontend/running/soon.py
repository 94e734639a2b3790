"""Slow tasks, which start once a message about them was drawn."""

from __future__ import annotations

from collections.abc import Callable

import tcod.console
from attrs import define, field

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.panels.bar import draw_bar


@define
class Soon:
    """A slow task, and the message shown meanwhile."""

    told: str
    action: Callable[[], object]
    brief: bool = False  # whether to start as soon as the message is drawn, not a tick later
    ready: Callable[[], bool] = lambda: True
    typed: list[tuple[str, float]] = field(factory=list)  # the keys pressed meanwhile, with times
    clicked: bool = False  # a click came meanwhile
    _drawn: bool = False
    _ripe: bool = False

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Draw the message in the last row."""
        draw_bar(console, -1, f" {self.told}", palette.prompt)
        self._drawn = True

    def tick(self) -> bool:
        """Return whether to start now: the message has been drawn for long enough."""
        due, self._ripe = self._drawn if self.brief else self._ripe, self._drawn
        return due and self.ready()
