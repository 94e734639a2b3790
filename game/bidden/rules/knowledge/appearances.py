"""The rule of appearances: what things that nobody knows look like in this game, drawn by lot."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from bidden.events.turns import BeginGame
from eventcore import APPLY, Component, Fixed, Stream, World, component, handles


@component
class Appearances(Component):
    """What things look like to those who do not know them.

    Attributes:
        looks: The look, by the name of what has it: ``"murky potion"``.
    """

    looks: Fixed[str, str] = attrs.Factory(Fixed)
    _draw: Callable[[Stream], Fixed[str, str]] | None = attrs.field(
        default=None, init=False, repr=False
    )

    def drawn_by(self, draw: Callable[[Stream], Fixed[str, str]]) -> None:
        """Say what shuffles the looks of each kind, given a stream."""
        self._draw = draw

    @handles(BeginGame, APPLY + 10, via="world")
    def shuffle(self, begin: BeginGame, world: World) -> None:
        """Draw an appearance for each thing, of those of its kind."""
        if self._draw is not None:
            self.looks = self._draw(world.stream("appearances"))
