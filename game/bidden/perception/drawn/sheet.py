"""The map as it is drawn: the known ground, remembered items, and everything in view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bidden.components.knowledge.memory import UNKNOWN
from bidden.perception.senses.ground import Legend
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Spot, Tile

tile_of: Final = lru_cache(maxsize=1024)(Tile)
"""Most things stay the same from one view to the next, and the same object compares faster."""


class Sheet:
    """A map that is being drawn.

    Attributes:
        rows: The known ground, one string per row, for the whole map; unknown beyond a small level.
        legend: How signs are drawn.
    """

    def __init__(self, known: Sequence[str], view: frozenset[Spot], legend: Legend) -> None:
        """Draw the known ground, lit where it is in view."""
        rows = [*known, *[""] * (MAP_HEIGHT - len(known))]
        self.rows = [row.ljust(MAP_WIDTH, UNKNOWN) for row in rows]
        self.legend = legend
        self._tiles = [[*_out_of_view(row, legend)] for row in self.rows]
        self._drawn = set[Spot]()
        for x, y in view:  # in any order: each tile is drawn on its own
            self._tiles[y][x] = legend.lit[self.rows[y][x]]

    def draw(self, x: int, y: int, tile: Tile) -> None:
        """Draw a tile over the present one."""
        self._tiles[y][x] = tile
        self._drawn.add((x, y))

    def at(self, x: int, y: int) -> Tile:
        """Return the tile drawn at a place."""
        return self._tiles[y][x]

    def is_bare(self, x: int, y: int) -> bool:
        """Return whether only the ground is drawn on a tile."""
        return (x, y) not in self._drawn

    def finished(self, before: Sequence[tuple[Tile, ...]]) -> tuple[tuple[Tile, ...], ...]:
        """Return all tiles. Rows that did not change are the same objects as in the map before.

        Bots compare maps row by row, so they look only at changed rows.
        """
        rows = tuple(map(tuple, self._tiles))
        return tuple(
            old if row == old else row for row, old in zip(rows, before or rows, strict=True)
        )


@lru_cache(maxsize=1024)
def _out_of_view(row: str, legend: Legend) -> tuple[Tile, ...]:
    return tuple(map(legend.dim.__getitem__, row))
