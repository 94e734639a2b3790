"""Appearances: how unidentified items look in this game."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from bidden.events.turns import BeginGame
from eventcore import APPLY, Component, Fixed, Stream, World, component, handles


@component
class Appearances(Component):
    """How items look to creatures that have not identified them.

    Attributes:
        looks: The look of each item, by name, such as ``"murky potion"``.
    """

    looks: Fixed[str, str] = attrs.Factory(Fixed)
    _draw: Callable[[Stream], Fixed[str, str]] | None = attrs.field(
        default=None, init=False, repr=False
    )

    def drawn_by(self, draw: Callable[[Stream], Fixed[str, str]]) -> None:
        """Set the function that shuffles the looks of each kind, given a stream."""
        self._draw = draw

    @handles(BeginGame, APPLY + 10, via="world")
    def shuffle(self, begin: BeginGame, world: World) -> None:
        """Shuffle the looks within each kind of item."""
        if self._draw is not None:
            self.looks = self._draw(world.stream("appearances"))
