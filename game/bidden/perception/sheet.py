"""The sheet: the map as it is drawn, of which only what is other than on the one before is new.

Nobody tells what has changed: what is known of the ground, and the view, are compared with what
they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import TypeAlias

from bidden.components.knowledge.memory import UNKNOWN
from bidden.perception.ground import Legend
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Spot, Tile

Row: TypeAlias = tuple[Tile, ...]


class Sheet:
    """A map that is being drawn: the ground, and upon that whatever there is.

    Attributes:
        rows: What is known of the ground, a text a row: of the whole map, unknown beyond a
            smaller level.
        ground: The same as tiles.
        tiles: All tiles, once all is drawn.
    """

    def __init__(
        self, known: Sequence[str], view: frozenset[Spot], legend: Legend, before: Sheet | None
    ) -> None:
        """Draw the ground.

        Args:
            known: What is known of it, a text a row.
            view: The tiles in view.
            legend: What its glyphs stand for.
            before: The sheet that was drawn last, which is used up; None for none.
        """
        self.rows = _filling_the_map(tuple(known))
        self.tiles: tuple[Row, ...] = ()
        self._view, self._legend, self._before = view, legend, before
        self._upon: dict[int, dict[int, Tile]] = {}
        if before is None or not self._fits(before):
            self.ground = [tuple(map(legend.dim.__getitem__, row)) for row in self.rows]
            self._draw_ground(view)
        else:
            self.ground = [*before.ground]
            self._draw_ground(self._changed_since(before))

    def draw(self, x: int, y: int, tile: Tile) -> None:
        """Draw something upon what is there."""
        upon = self._upon.get(y)
        if upon is None:
            upon = self._upon[y] = {}
        upon[x] = tile

    def at(self, x: int, y: int) -> Tile:
        """Give what is drawn on a tile."""
        upon = self._upon.get(y)
        return self.ground[y][x] if upon is None or x not in upon else upon[x]

    def is_bare(self, x: int, y: int) -> bool:
        """Say whether nothing is drawn on a tile but the ground."""
        return self.at(x, y) is self.ground[y][x]

    def finish(self) -> None:
        """Put all tiles together; a row that is drawn as it was before is the same one."""
        before, self._before = self._before, None  # or each sheet would keep all before it
        if before is None:
            self.tiles = tuple([self._row(y) for y in range(len(self.ground))])
            return
        rows = tuple([self._row_since(y, before) for y in range(len(self.ground))])
        is_new = [*map(id, rows)] != [*map(id, before.tiles)]
        self.tiles = rows if is_new else before.tiles

    def _fits(self, before: Sheet) -> bool:
        """Say whether a sheet has the same legend, and as many tiles."""
        rows, old = self.rows, before.rows
        return self._legend is before._legend and (rows is old or _widths(rows) == _widths(old))

    def _changed_since(self, before: Sheet) -> set[Spot]:
        """Give the tiles that are known or in view otherwise than on a sheet."""
        changed = set(self._view ^ before._view)
        if self.rows is not before.rows:
            for y, (row, old) in enumerate(zip(self.rows, before.rows, strict=True)):
                if row != old:
                    columns = compress(range(len(row)), map(ne, row, old))
                    changed.update([(x, y) for x in columns])
        return changed

    def _draw_ground(self, tiles: Iterable[Spot]) -> None:
        lit, dim, view = self._legend.lit, self._legend.dim, self._view
        drawn: dict[int, list[Tile]] = {}
        for spot in tiles:  # in whatever order: each is put on its own
            x, y = spot
            row = drawn.get(y)
            if row is None:
                row = drawn[y] = [*self.ground[y]]
            row[x] = (lit if spot in view else dim)[self.rows[y][x]]
        for y, row in drawn.items():
            self.ground[y] = tuple(row)

    def _row_since(self, y: int, before: Sheet) -> Row:
        upon = self._upon.get(y)
        if self.ground[y] is before.ground[y] and upon == before._upon.get(y):
            return before.tiles[y]
        return self._row(y)

    def _row(self, y: int) -> Row:
        upon = self._upon.get(y)
        if upon is None:
            return self.ground[y]
        row = [*self.ground[y]]
        for x, tile in upon.items():
            row[x] = tile
        return tuple(row)


@lru_cache(maxsize=64)  # who learns nothing of the ground knows the same rows for many views
def _filling_the_map(known: tuple[str, ...]) -> tuple[str, ...]:
    """Give what is known of the ground as the whole map has it."""
    rows = (*known, *[""] * (MAP_HEIGHT - len(known)))
    return tuple(row.ljust(MAP_WIDTH, UNKNOWN) for row in rows)


def _widths(rows: tuple[str, ...]) -> list[int]:
    return [*map(len, rows)]
