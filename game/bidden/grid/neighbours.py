"""Neighbouring tiles, of one tile and of a set of bits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The offsets of the eight neighbours, clockwise from the north."""

STRAIGHT: Final = AROUND[::2]
"""The four neighbours that share a side with the tile."""

ARROWS: Final[Mapping[tuple[int, int], str]] = {
    (0, -1): "↑",
    (1, 0): "→",
    (0, 1): "↓",
    (-1, 0): "←",
}
"""The arrow of a one-way passage, by its offset."""


def step_straight(dx: int, dy: int) -> tuple[int, int]:
    """Return the step towards an offset; (0, 0) for no offset.

    It is diagonal until the rest of the way is straight.
    """
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def spread(tiles: int, stride: int) -> int:
    """Return a set of tiles with all their neighbours; the stride is a row's number of bits."""
    row = tiles | tiles << 1 | tiles >> 1
    return row | row << stride | row >> stride


def spread_back(tiles: int, stride: int, ways: Mapping[int, int]) -> int:
    """Return a set of tiles with all tiles from which a step leads onto one of them.

    ``ways`` has the tiles from which each one-way tile can be entered.
    """
    found = 0
    for tile, side in ways.items():
        if tiles & tile:
            tiles ^= tile
            found |= tile | side
    row = tiles | tiles << 1 | tiles >> 1  # spread(), inlined for speed
    return found | row | row << stride | row >> stride


def side_of(number: int, dx: int, dy: int, stride: int) -> int:
    """Return the three tiles from which a one-way tile with this direction can be entered."""
    steps = ((sx, sy) for sx, sy in AROUND if sx * dx + sy * dy > 0)
    return sum(1 << number - sx - sy * stride for sx, sy in steps)
