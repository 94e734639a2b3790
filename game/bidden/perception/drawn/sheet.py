"""The map as drawn, in which unchanged rows are shared with the last map.

Nothing reports changes, so the known ground and the view are compared with the last ones. The
marks of remembered items lie over the ground, and everything else over the marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress, count
from operator import ne
from typing import Final, TypeAlias

from bidden.components.knowledge.memory import UNKNOWN
from bidden.perception.senses.ground import Legend
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Spot, Tile

Row: TypeAlias = tuple[Tile, ...]
Layer: TypeAlias = Mapping[int, Mapping[int, Tile]]
"""Tiles by row and column."""

_NOTHING: Final[Layer] = {}
_STRETCH: Final = 16
"""The number of tiles of a row that are compared at once."""


class Sheet:
    """A map that is being drawn: the ground, and everything on it.

    Attributes:
        rows: The known ground, one string per row, for the whole map; unknown beyond a small level.
        legend: How signs are drawn.
        ground: The ground as tiles.
        tiles: All tiles of the finished map.
    """

    def __init__(
        self, known: Sequence[str], view: frozenset[Spot], legend: Legend, before: Sheet | None
    ) -> None:
        """Draw the ground.

        Args:
            known: The known ground, one string per row.
            view: The tiles in view.
            legend: How signs are drawn.
            before: The last map, which must not be used again, or None.
        """
        self._known = tuple(known)
        self.rows = _filling_the_map(self._known, before)
        self.legend = legend
        self.tiles: tuple[Row, ...] = ()
        self._view, self._before = view, before
        self._marks: Layer = _NOTHING
        self._upon: dict[int, dict[int, Tile]] = {}
        self._drawn: Collection[int] = ()
        if before is None or not self._fits(before):
            self._before = None
            self.ground: list[Sequence[Tile]] = [
                [*map(legend.dim.__getitem__, row)] for row in self.rows
            ]
            self._draw_ground(view)
        else:
            self.ground = [*before.ground]
            self._draw_ground(self._changed_since(before))

    def mark(self, marks: Layer) -> None:
        """Draw all marks, by row and column, beneath everything else."""
        self._marks = marks

    def draw(self, x: int, y: int, tile: Tile) -> None:
        """Draw a tile over what is there."""
        upon = self._upon.get(y)
        if upon is None:
            upon = self._upon[y] = {}
        upon[x] = tile

    def at(self, x: int, y: int) -> Tile:
        """Return the tile drawn at a place."""
        for layer in (self._upon, self._marks):
            row = layer.get(y)
            if row is not None and x in row:
                return row[x]
        return self.ground[y][x]

    def is_bare(self, x: int, y: int) -> bool:
        """Return whether only the ground is drawn on a tile."""
        return self.at(x, y) is self.ground[y][x]

    def finish(self) -> None:
        """Put all tiles together. Share the rows that equal those of the last map."""
        before, self._before = self._before, None  # or each sheet would keep all before it
        if before is None:
            self.tiles = tuple([self._row(y) for y in range(len(self.ground))])
            return
        drawn = {y: self._row(y) for y in self._redrawn_since(before)}
        if not drawn:
            self.tiles = before.tiles
            return
        tiles = [*before.tiles]
        for y, row in drawn.items():
            tiles[y] = row
        self.tiles = tuple(tiles)

    def _fits(self, before: Sheet) -> bool:
        """Return whether a map has the same legend and size."""
        rows, old = self.rows, before.rows
        return self.legend is before.legend and (
            rows is old or [*map(len, rows)] == [*map(len, old)]
        )

    def _changed_since(self, before: Sheet) -> Collection[Spot]:
        """Return the tiles whose ground or visibility differs from a map."""
        changed = self._view ^ before._view
        if self.rows is before.rows:
            return changed
        known: list[Spot] = []
        for y, (row, old) in enumerate(zip(self.rows, before.rows, strict=True)):
            if row is not old and row != old:
                for left in range(0, len(row), _STRETCH):
                    now, then = row[left : left + _STRETCH], old[left : left + _STRETCH]
                    if now != then:
                        known += [(x, y) for x in compress(count(left), map(ne, now, then))]
        return changed.union(known)

    def _draw_ground(self, tiles: Iterable[Spot]) -> None:
        lit, dim, view, rows = self.legend.lit, self.legend.dim, self._view, self.rows
        drawn: dict[int, list[Tile]] = {}
        for spot in tiles:  # in whatever order: each is put on its own
            x, y = spot
            row = drawn.get(y)
            if row is None:
                row = drawn[y] = [*self.ground[y]]
            row[x] = (lit if spot in view else dim)[rows[y][x]]
        for y, row in drawn.items():
            self.ground[y] = row
        self._drawn = drawn.keys()

    def _redrawn_since(self, before: Sheet) -> list[int]:
        """Return the rows that differ from a map."""
        redrawn = [*self._drawn]
        for layer, old in ((self._upon, before._upon), (self._marks, before._marks)):
            if layer is not old:
                rows = layer.keys() | old.keys()
                redrawn += [y for y in rows if layer.get(y) != old.get(y)]
        return redrawn

    def _row(self, y: int) -> Row:
        marks, upon = self._marks.get(y), self._upon.get(y)
        if marks is None and upon is None:
            return tuple(self.ground[y])
        row = [*self.ground[y]]
        for layer in (marks, upon):
            if layer is not None:
                for x, tile in layer.items():
                    row[x] = tile
        return tuple(row)


def _filling_the_map(known: tuple[str, ...], before: Sheet | None) -> tuple[str, ...]:
    """Return the known ground for the whole map, with as many shared rows as possible."""
    if before is not None and len(known) == len(before._known):
        if known == before._known:
            return before.rows
        pairs = zip(known, before._known, before.rows, strict=False)
        rows = [row if now == old else _filling_a_row(now) for now, old, row in pairs]
        return (*rows, *before.rows[len(known) :])
    rows = [*known, *[""] * (MAP_HEIGHT - len(known))]
    return tuple(map(_filling_a_row, rows))


def _filling_a_row(known: str) -> str:
    return known.ljust(MAP_WIDTH, UNKNOWN)
