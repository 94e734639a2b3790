"""Neighbours: the eight tiles around one, and those around a set that is kept as bits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""How many tiles east and south each neighbour is, clockwise from the north."""

STRAIGHT: Final = AROUND[::2]
"""The four of them that share a side with the tile."""

ARROWS: Final[Mapping[tuple[int, int], str]] = {
    (0, -1): "↑",
    (1, 0): "→",
    (0, 1): "↓",
    (-1, 0): "←",
}
"""How a passage is drawn that leads one way only, by how many tiles east and south that is."""


def step_straight(dx: int, dy: int) -> tuple[int, int]:
    """Give the step that leads straight to what is so many tiles east and south; (0, 0) for here.

    It is askew until the rest of the way is not.
    """
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def spread(tiles: int, stride: int) -> int:
    """Give a set of tiles, with all that are next to one of them.

    Args:
        tiles: The set, a bit for each tile by its number.
        stride: By how much the number of a tile differs from that of the one below it.
    """
    row = tiles | tiles << 1 | tiles >> 1
    return row | row << stride | row >> stride


def spread_back(tiles: int, stride: int, ways: Mapping[int, int]) -> int:
    """Give a set of tiles, with all from which a step leads onto one of them.

    Args:
        tiles: The set, a bit for each tile by its number.
        stride: By how much the number of a tile differs from that of the one below it.
        ways: The tiles that are stepped onto from one side only, each by its bit, and from which
            tiles that is.
    """
    found = 0
    for tile, side in ways.items():
        if tiles & tile:
            tiles ^= tile
            found |= tile | side
    row = tiles | tiles << 1 | tiles >> 1  # as spread() does, without a call
    return found | row | row << stride | row >> stride


def side_of(number: int, dx: int, dy: int, stride: int) -> int:
    """Give the three tiles from which a way that leads on by so many tiles is stepped onto."""
    steps = ((sx, sy) for sx, sy in AROUND if sx * dx + sy * dy > 0)
    return sum(1 << number - sx - sy * stride for sx, sy in steps)
