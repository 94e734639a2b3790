"""Neighbours: the eight tiles around one, and those around a set that is kept as bits."""

from __future__ import annotations

from typing import Final

AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""How many tiles east and south each neighbour is, clockwise from the north."""

STRAIGHT: Final = AROUND[::2]
"""The four of them that share a side with the tile."""


def spread(tiles: int, stride: int) -> int:
    """Give a set of tiles, with all that are next to one of them.

    Args:
        tiles: The set, a bit for each tile by its number.
        stride: By how much the number of a tile differs from that of the one below it.
    """
    row = tiles | tiles << 1 | tiles >> 1
    return row | row << stride | row >> stride
