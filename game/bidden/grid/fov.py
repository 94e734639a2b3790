"""Fields of view and straight lines. Only this module uses tcod's algorithms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import tcod.constants
import tcod.los
import tcod.map
from numpy.typing import NDArray

_ALGORITHM: Final = tcod.constants.FOV_SYMMETRIC_SHADOWCAST
"""Sight is symmetric, so it is fair: a visible floor tile can see its observer."""


def line(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the tiles on a Bresenham line, including both ends."""
    return [(int(x), int(y)) for x, y in tcod.los.bresenham(start, end)]


@lru_cache(maxsize=16)
def _spots(width: int, height: int) -> list[tuple[int, int]]:
    """Return the tiles of a level, row by row. All fields of view share these tuples."""
    return [(x, y) for y in range(height) for x in range(width)]


@lru_cache(maxsize=1024)
def _numbers(high: int, wide: int, width: int) -> NDArray[np.int_]:
    """Return the numbers of the tiles in a part of a level relative to its first, row by row."""
    return np.arange(high)[:, None] * width + np.arange(wide)


@lru_cache(maxsize=64)
def _disc(radius: int) -> NDArray[np.bool_]:
    away = np.arange(-radius, radius + 1) ** 2
    disc: NDArray[np.bool_] = away[:, None] + away <= radius**2
    return disc


class Sightlines:
    """The ground of a level for fields of view."""

    def __init__(self, rows: Sequence[str]) -> None:
        """Create it from a str for each row, with ``#`` for opaque tiles."""
        self._clear = np.array([[cell != "#" for cell in row] for row in rows], dtype=np.bool_)

    def from_tile(
        self, opaque: Iterable[tuple[int, int]], x: int, y: int, radius: int
    ) -> frozenset[tuple[int, int]]:
        """Return the tiles in view from a tile, within a Euclidean radius.

        Further opaque tiles are given as (column, row). The result includes walls and the tile
        itself. It is empty for an observer beyond the edge, which only happens if a rule is muted.
        """
        height, width = self._clear.shape
        if not (0 <= x < width and 0 <= y < height):
            return frozenset()
        # Cut out the part of the level within the radius, which saves four tenths of the time.
        radius = min(radius, width + height)
        top, left = max(0, y - radius), max(0, x - radius)
        clear = self._clear[top : y + radius + 1, left : x + radius + 1].copy()
        for column, row in opaque:
            if top <= row <= y + radius and left <= column <= x + radius:
                clear[row - top, column - left] = False
        # tcod leaves out tiles exactly at its radius, and treats radius 0 as unlimited.
        eye = y - top, x - left
        seen = tcod.map.compute_fov(clear, eye, radius=radius + 1, algorithm=_ALGORITHM)
        near = _disc(radius)[radius - eye[0] :, radius - eye[1] :]
        high, wide = seen.shape
        numbers = _numbers(high, wide, width)[seen & near[:high, :wide]] + (top * width + left)
        return frozenset(map(_spots(width, height).__getitem__, numbers.tolist()))

    def mask_from(self, opaque: Iterable[tuple[int, int]], x: int, y: int) -> bytes:
        """Return a byte for each tile, 1 if it is in view from a tile at any distance.

        The result is empty for an observer beyond the edge.
        """
        height, width = self._clear.shape
        if not (0 <= x < width and 0 <= y < height):
            return b""
        clear = self._clear.copy()
        for column, row in opaque:
            clear[row, column] = False
        return tcod.map.compute_fov(clear, (y, x), radius=0, algorithm=_ALGORITHM).tobytes()
