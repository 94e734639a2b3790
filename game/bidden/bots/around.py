"""Tiles around a bot, as its view shows them."""

from __future__ import annotations

from typing import Final

from bidden import kinds
from bidden.view import Spot, View

BARS: Final = (
    *(kinds.WALL, kinds.UNKNOWN),
    *(kinds.SHUT_DOOR, kinds.LOCKED_DOOR, kinds.OPEN_DOOR, kinds.STAIR_UP, kinds.STAIR_DOWN),
)
"""Tiles that nothing can be moved across, and where nothing can end."""


def is_open(view: View, spot: Spot) -> bool:
    """Return whether a tile looks free."""
    bars = kind_at(view, spot) in BARS or kind_at(view, spot) == kinds.CHASM
    return not bars and spot not in view.foes_at


def kind_at(view: View, spot: Spot) -> str:
    """Return the kind of a tile; off the map, a wall."""
    x, y = spot
    inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
    return view.tiles[y][x].kind if inside else kinds.WALL


def on(spot: Spot, step: Spot, tiles: int) -> Spot:
    """Return the tile some steps away in a direction."""
    return spot[0] + tiles * step[0], spot[1] + tiles * step[1]


def towards(here: Spot, there: Spot) -> Spot:
    """Return the direction from one tile to another."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def steps(here: Spot, there: Spot) -> int:
    """Return the number of steps between two tiles on open ground."""
    return max(abs(there[0] - here[0]), abs(there[1] - here[1]))


def square(here: Spot, there: Spot) -> int:
    """Return the squared Euclidean distance between two tiles."""
    return (there[0] - here[0]) ** 2 + (there[1] - here[1]) ** 2


def nearest_foe(view: View) -> Spot | None:
    """Return the tile of the nearest foe in view, or None."""
    return min(view.foes_at, key=lambda spot: square(view.here, spot), default=None)
