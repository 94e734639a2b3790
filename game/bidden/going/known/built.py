"""Structures: doors, stairs, traps and webs, and which of them are adjacent."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bidden.bots.around import steps
from bidden.view import Spot, View


def tiles_of(kinds: Collection[str], view: View) -> tuple[Spot, ...]:
    """Return the tiles of these kinds, row by row."""
    return tuple(
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.kind in kinds
    )


def steps_beside(spots: Sequence[Spot], view: View) -> list[Spot]:
    """Return the steps to those tiles that are adjacent."""
    x, y = view.here
    return [(spot[0] - x, spot[1] - y) for spot in spots if distance_to(spot, view) == 1]


def distance_to(spot: Spot, view: View) -> int:
    """Return the number of steps to a tile on open ground."""
    return steps(spot, view.here)
