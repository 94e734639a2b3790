"""Paths over the ground of a view: the first step to the nearest target.

Paths avoid chasms, visible harm, tiles about to burn, and known traps unless the walker is daring.

A set of tiles is one integer with a bit for each tile, as in ``bidden.grid.distance``: all rows lie
one after the other, with an edge of wall around the map and between its rows. A flood spreads from
all targets at once until it reaches the player. Any neighbouring tile that it reached last is a
first step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import attrgetter, or_
from typing import Final

from bidden import kinds
from bidden.grid.neighbours import AROUND, STRAIGHT, side_of, spread, spread_back
from bidden.intents import Move
from bidden.view import Spot, Tile, View

_STEPS: Final = (*STRAIGHT, *AROUND[1::2])
"""The first is taken before the others where several lead there as soon."""


def bit(x: int, y: int, stride: int) -> int:
    """Return the set of one tile; the stride is the length of a row, including its edge."""
    return 1 << (y + 1) * stride + x + 1


class Paths:
    """The ground of a view, and the shortest paths over it from the player's tile.

    Attributes:
        open: The tiles that paths may cross or end on.
        frontier: The tiles that border on unknown ones, except stairs.
        stride: The difference between the numbers of a tile and the one below it.
        here: The player's tile.
        stairs_down: The stairs down.
        stairs_up: The stairs up.
        chasms: The tiles where one falls to the level below.
        traps: The known traps.
        gates: The gates back to the circle.
        quiet: The tiles that are neither stairs nor locked doors.
    """

    def __init__(
        self,
        view: View,
        shut: Iterable[tuple[int, int]] = (),
        *,
        daring: bool = False,
        rash: bool = False,
    ) -> None:
        """Lay out the tiles in one long row, with an edge between the rows of the map.

        Paths avoid the tiles in ``shut``. Daring ones cross traps, rash ones also chasms and harm.
        """
        self.stride, self._sets = len(view.tiles[0]) + 1, tiles_by_kind(view.tiles)
        unknown, walls = self._all(kinds.UNKNOWN), self._all(kinds.WALL)
        self.chasms, self.gates = self._all(kinds.CHASM), self._all(kinds.GATE)
        self.stairs_up, self.stairs_down = map(self._all, (kinds.STAIR_UP, kinds.STAIR_DOWN))
        self._unknown, self._walls = unknown, walls
        self.traps = sum(map(self._all, kinds.TRAPS))
        size = (len(view.tiles) + 2) * self.stride + 1
        self.open = ~(walls | unknown | self.tiles(shut)) & (1 << size) - 1
        if not rash:
            harm = self.tiles(view.harm_at) | self._about_to_burn()
            self.open &= ~(self.chasms | harm | (0 if daring else self.traps))
        locked = self._all(kinds.LOCKED_DOOR)
        self.quiet = self.open & ~(self.stairs_up | self.stairs_down | self.gates | locked)
        self._ways = {
            1 << number: side_of(number, dx, dy, self.stride)
            for (dx, dy), passage in kinds.PASSAGES.items()
            for number in _numbers(self._all(passage))
        }
        self.frontier = spread(unknown, self.stride) & self.quiet
        self.here = self.tiles([view.here])

    def tiles(self, spots: Iterable[tuple[int, int]]) -> int:
        """Return the set of these tiles."""
        found = 0
        for x, y in spots:
            found |= bit(x, y, self.stride)
        return found

    def towards(self, wanted: int) -> Move | None:
        """Return the first step of a shortest path to the nearest target, or None.

        Paths do not cross stairs, which lead to another level, or locked doors, and pass one-way
        passages only from their open side. The player's tile does not count as a target.
        """
        return self._first_step(wanted & self.open & ~self.here)

    def way(self, wanted: int) -> tuple[Spot, ...]:
        """Return the tiles of that path in order, the target last; empty if there is no path."""
        waves = [wanted & self.open & ~self.here]
        left = self.quiet & ~waves[0]
        while waves[-1]:
            reached = spread_back(waves[-1], self.stride, self._ways)
            if reached & self.here:
                return tuple(self._down(waves))
            waves.append(reached & left)
            left &= ~waves[-1]
        return ()

    def _down(self, waves: list[int]) -> Iterator[Spot]:
        number = self.here.bit_length() - 1
        for wave in reversed(waves):
            step = self._step_onto(wave, number)
            number += step.dx + step.dy * self.stride
            row, column = divmod(number - 1, self.stride)
            yield column, row - 1

    def into(self, tiles: int) -> Move | None:
        """Return the first step to one of these tiles, although paths cannot cross them."""
        return self._first_step(tiles & ~self.here)

    def marked(self, kinds: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Return the columns and rows of the tiles of these kinds, row by row."""
        return self.spots(sum(map(self._all, {*kinds})))

    def spots(self, tiles: int) -> Iterator[Spot]:
        """Yield the columns and rows of a set of tiles, row by row."""
        for number in _numbers(tiles):
            row, column = divmod(number - 1, self.stride)
            yield column, row - 1

    @property
    def reached(self) -> int:
        """The tiles that can be reached, including the player's."""
        return reduce(or_, self.onward())

    def onward(self) -> Iterator[int]:
        """Yield the tiles after 0, 1, 2 … steps from the player."""
        found, wave = self.here, self.here
        while wave:
            yield wave
            barred = sum(tile for tile, side in self._ways.items() if not side & found)
            wave = spread(found, self.stride) & self.quiet & ~barred & ~found
            found |= wave

    @property
    def beside_nothing(self) -> int:
        """The tiles beside a wall behind which, straight on, two tiles are unknown."""
        found, unknown, row = 0, self._unknown, self.stride
        for step in (1, row):
            found |= self._walls >> step & unknown >> 2 * step & unknown >> 3 * step
            found |= self._walls << step & unknown << 2 * step & unknown << 3 * step
        return found & self.quiet

    @property
    def narrow(self) -> int:
        """The tiles with a wall on both sides."""
        walls, row = self._walls, self.stride
        return self.quiet & (walls << 1 & walls >> 1 | walls << row & walls >> row)

    def _first_step(self, wave: int) -> Move | None:
        left = self.quiet & ~wave
        while wave:
            reached = spread_back(wave, self.stride, self._ways)
            if reached & self.here:
                return self._step_onto(wave, self.here.bit_length() - 1)
            wave = reached & left
            left &= ~wave
        return None

    def _step_onto(self, tiles: int, number: int) -> Move:
        tiles &= ~sum(tile for tile, side in self._ways.items() if not side >> number & 1)
        return next(
            Move(dx, dy) for dx, dy in _STEPS if tiles >> number + dx + dy * self.stride & 1
        )

    def _about_to_burn(self) -> int:
        if kinds.FIRE not in self._sets:
            return 0
        burns = sum(map(self._all, kinds.BURNS))
        return spread(self._all(kinds.FIRE), self.stride) & burns

    def _all(self, kind: str) -> int:
        return self._sets.get(kind, 0)


def _numbers(tiles: int) -> Iterator[int]:
    while tiles:
        first = tiles & -tiles
        yield first.bit_length() - 1
        tiles ^= first


_latest: Final[list[tuple[Sequence[Sequence[Tile]], Mapping[str, int]]]] = [((), {})]
"""The latest map and its sets: several paths are made for each view."""


def tiles_by_kind(rows: Sequence[Sequence[Tile]]) -> Mapping[str, int]:
    """Return the set of tiles of each kind on a map."""
    if rows is _latest[0][0]:
        return _latest[0][1]
    stride, bottom = len(rows[0]) + 1, len(rows) + 1
    line = (1 << stride) - 1
    sides = sum(1 << y * stride for y in range(1, bottom + 1))
    sets = {kinds.WALL: line | sides | line << bottom * stride + 1}
    for y, row in enumerate(rows, 1):
        for kind, columns in _columns_of(tuple(map(_kind_of, row))).items():
            sets[kind] = sets.get(kind, 0) | columns << y * stride + 1
    _latest[0] = rows, sets
    return sets


_kind_of: Final = attrgetter("kind")


@lru_cache(maxsize=1024)  # most rows are the same from view to view
def _columns_of(row: tuple[str, ...]) -> Mapping[str, int]:
    columns = dict.fromkeys(row, 0)
    for x, kind in enumerate(row):
        columns[kind] |= 1 << x
    return columns
