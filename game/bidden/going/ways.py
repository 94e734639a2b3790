"""Ways that harm nobody: over no trap that is known, nor through fire, gas or what catches fire.

Round whoever stands there, and round deep water, where there is a way round.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

from bidden.bots.paths import Paths
from bidden.going.notes import Notes
from bidden.intents import Move
from bidden.view import Spot, View

_WATER: Final = "≈"
_LOCKED: Final = "X"
SHUT_DOORS: Final = ("+",)


class Ways:
    """The ways over the ground of a view."""

    def __init__(self, view: View, notes: Notes) -> None:
        self._view = view
        self._closed = notes.closed(view)

    @cached_property
    def paths(self) -> Paths:
        """The ways there are."""
        return Paths(self._view, self._closed)

    @cached_property
    def _easy(self) -> Paths:
        """The ways on which nothing hinders."""
        others = [
            (x, y)
            for y, row in enumerate(self._view.tiles)
            for x, tile in enumerate(row)
            if tile.glyph == _WATER or is_somebody(tile.glyph)
        ]
        here = self._view.here
        hindering = [spot for spot in others if spot != here]
        return Paths(self._view, [*self._closed, *hindering]) if hindering else self.paths

    @cached_property
    def _daring(self) -> Paths:
        return Paths(self._view, daring=True)

    def step(self, wanted: Callable[[Paths], int]) -> Move | None:
        """Take the first step to the nearest of what is wanted; None where no way leads there.

        Args:
            wanted: Gives the tiles, as ``Paths`` has sets of them.
        """
        return self._easy.towards(wanted(self._easy)) or self.paths.towards(wanted(self.paths))

    def barred_by_a_trap(self, wanted: Callable[[Paths], int]) -> bool:
        """Say whether a way leads there only over traps that are known."""
        return bool(self.paths.traps) and self._daring.towards(wanted(self._daring)) is not None

    def is_open(self, spot: Spot) -> bool:
        """Say whether one can step onto a tile, and stay on the level."""
        return bool(self.paths.tiles([spot]) & self.paths.quiet)


def is_somebody(glyph: str) -> bool:
    """Say whether a glyph is that of a creature."""
    return glyph == "@" or (glyph.isascii() and glyph.isalpha() and glyph != _LOCKED)


def opens_a_door(view: View, move: Move) -> bool:
    """Say whether a step would open a door that is shut."""
    x, y = view.here[0] + move.dx, view.here[1] + move.dy
    return (
        0 <= y < len(view.tiles)
        and 0 <= x < len(view.tiles[y])
        and (view.tiles[y][x].glyph in SHUT_DOORS)
    )
