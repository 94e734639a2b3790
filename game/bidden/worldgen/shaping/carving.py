"""Carving the ground of a level out of solid wall."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bidden.grid.neighbours import STRAIGHT
from bidden.state import WALL
from bidden.worldgen.plan import Hollow, Tile
from eventcore import Stream

FLOOR: Final = "."

_STRIDE: Final = 1 << 16
"""The difference between the numbers of a tile and the one below it: more than any width."""

_OPEN: Final = [FLOOR] * 3

_SIDESTEPS: Final = 5
"""A trail may step aside once in this many steps."""


class Ground:
    """The ground of a level while it is drawn. Its edge stays wall; width and height include it."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rows = [[WALL] * width for _ in range(height)]

    def __getitem__(self, tile: Tile) -> str:
        return self._rows[tile[1]][tile[0]]

    @property
    def rows(self) -> tuple[str, ...]:
        """A text for each row, as in a plan."""
        return tuple("".join(row) for row in self._rows)

    @property
    def inner(self) -> list[Tile]:
        """All tiles except the edge, row by row."""
        return [(x, y) for y in range(1, self.height - 1) for x in range(1, self.width - 1)]

    @property
    def floor(self) -> list[Tile]:
        """The floor tiles, row by row."""
        rows = enumerate(self._rows)
        return [(x, y) for y, row in rows for x, cell in enumerate(row) if cell == FLOOR]

    def holds(self, tile: Tile) -> bool:
        """Return whether a tile lies within the edge."""
        return 0 < tile[0] < self.width - 1 and 0 < tile[1] < self.height - 1

    def put(self, tiles: Iterable[Tile], cell: str = FLOOR) -> None:
        """Change tiles, except those on the edge or beyond."""
        rows, right, bottom = self._rows, self.width - 1, self.height - 1
        for x, y in tiles:
            if 0 < x < right and 0 < y < bottom:
                rows[y][x] = cell

    def around(self, tile: Tile) -> int:
        """Count the floor tiles that share a side with a tile within the edge."""
        (x, y), rows = tile, self._rows
        beside = (rows[y - 1][x], rows[y][x + 1], rows[y + 1][x], rows[y][x - 1])
        return beside.count(FLOOR)

    def is_roomy(self, tile: Tile) -> bool:
        """Return whether a tile within the edge and its eight neighbours are floor."""
        (x, y), rows = tile, self._rows
        across = slice(x - 1, x + 2)
        return rows[y][across] == rows[y - 1][across] == rows[y + 1][across] == _OPEN


def settle(ground: Ground, times: int) -> None:
    """Smooth ground of walls and floor with a cellular automaton, so that noise becomes caves.

    In each step, a tile becomes wall if five of the nine tiles around it, including itself, are
    wall, and floor otherwise; everything beyond the edge is wall.
    """
    walls: NDArray[np.bool_] = np.array([[cell == WALL for cell in row] for row in ground.rows])
    for _ in range(times):
        cells = np.pad(walls, 1, constant_values=True).astype(np.int64)
        columns = cells[:-2] + cells[1:-1] + cells[2:]
        walls = columns[:, :-2] + columns[:, 1:-1] + columns[:, 2:] >= 5
    rows, columns = (~walls).nonzero()
    ground.put(ground.inner, WALL)
    ground.put(zip(columns.tolist(), rows.tolist(), strict=True))


def pieces(tiles: Iterable[Tile]) -> list[list[Tile]]:
    """Divide tiles into connected pieces, the largest first. Only shared sides connect."""
    # Here a tile is a number, which takes half the time.
    left = dict.fromkeys([y * _STRIDE + x for x, y in tiles])
    found = []
    while left:
        piece = [left.popitem()[0]]
        for number in piece:
            for beside in (number - _STRIDE, number + 1, number + _STRIDE, number - 1):
                if beside in left:
                    del left[beside]
                    piece.append(beside)
        found.append([(number % _STRIDE, number // _STRIDE) for number in piece])
    return sorted(found, key=len, reverse=True)


def close_pockets(ground: Ground, least: int = 0) -> list[list[Tile]]:
    """Fill the pieces of the floor with fewer tiles, or all but the largest. Return the others."""
    found = pieces(ground.floor)
    kept = [piece for piece in found if len(piece) >= least] if least else found[:1]
    for piece in found[len(kept) :]:
        ground.put(piece, WALL)
    return kept


def join(ground: Ground, stream: Stream) -> None:
    """Dig from the smallest piece of the floor to its surroundings until all is connected."""
    while len(parts := pieces(ground.floor)) > 1:
        *others, least = parts
        middle = Hollow(tuple(least)).centre
        end = min((tile for other in others for tile in other), key=partial(_apart, middle))
        start = min(least, key=partial(_apart, end))
        ground.put(trail(ground, start, end, stream))


def trail(ground: Ground, start: Tile, end: Tile, stream: Stream) -> list[Tile]:
    """Return the tiles of a winding way, each adjacent to the one before, and off the edge.

    It takes the longer leg more often than the shorter one, and sometimes a side step.
    """
    way = [start]
    x, y = start
    while (x, y) != end:
        across, down = end[0] - x, end[1] - y
        level = stream.below(abs(across) + abs(down)) < abs(across)
        if stream.chance(1, _SIDESTEPS):
            step = stream.pick(((0, 1), (0, -1)) if level else ((1, 0), (-1, 0)))
        elif level:
            step = (1 if across > 0 else -1, 0)
        else:
            step = (0, 1 if down > 0 else -1)
        if ground.holds((x + step[0], y + step[1])):
            x, y = x + step[0], y + step[1]
            way.append((x, y))
    return way


def ellipse(middle: Tile, across: int, down: int) -> list[Tile]:
    """Return the tiles of an ellipse, row by row, given half its width and half its height."""
    x, y = middle
    return [
        (x + dx, y + dy)
        for dy in range(-down, down + 1)
        for dx in range(-across, across + 1)
        if (dx * down) ** 2 + (dy * across) ** 2 <= (across * down) ** 2
    ]


def trim(ground: Ground, kept: Collection[Tile] = ()) -> None:
    """Fill dead ends, floor tiles with at most one floor side, repeatedly; some tiles are kept."""
    stubs = [tile for tile in ground.floor if ground.around(tile) < 2]
    for x, y in stubs:
        if (x, y) not in kept and ground[x, y] == FLOOR:
            ground.put([(x, y)], WALL)
            beside = [(x + dx, y + dy) for dx, dy in STRAIGHT]
            stubs += [tile for tile in beside if ground[tile] == FLOOR and ground.around(tile) < 2]


def parcels(tiles: Iterable[Tile], seeds: Sequence[Tile], reach: int) -> list[Hollow]:
    """Divide tiles among seeds: each tile belongs to the seed with the shortest way to it.

    Ways lead over these tiles alone, by their sides, and have at most ``reach`` steps. Seeds
    outside the tiles are left out.
    """
    left = dict.fromkeys(tiles)
    grown = [[seed] for seed in dict.fromkeys(seeds) if seed in left]
    for (seed,) in grown:
        del left[seed]
    fronts = [[*parcel] for parcel in grown]
    for _ in range(reach):
        for place, front in enumerate(fronts):
            after = []
            for x, y in front:
                for dx, dy in STRAIGHT:
                    tile = x + dx, y + dy
                    if tile in left:
                        del left[tile]
                        after.append(tile)
            fronts[place] = after
            grown[place] += after
    return [Hollow(tuple(sorted(parcel, key=lambda tile: tile[::-1]))) for parcel in grown]


def spaced(
    tiles: Sequence[Tile], count: int, apart: int, stream: Stream, kept: Sequence[Tile] = ()
) -> list[Tile]:
    """Draw up to ``count`` tiles that lie apart from each other and from those in ``kept``.

    Two tiles are at least ``apart`` rows or twice as many columns apart, because tiles look twice
    as high as wide. A search that takes too long ends early.
    """
    found: list[Tile] = []
    for _ in range(8 * count if tiles else 0):
        if len(found) == count:
            break
        x, y = stream.pick(tiles)
        others = (*kept, *found)
        if all(abs(x - ox) >= 2 * apart or abs(y - oy) >= apart for ox, oy in others):
            found.append((x, y))
    return found


def _apart(one: Tile, other: Tile) -> tuple[int, Tile]:
    """Return a unique sort key: the distance of two tiles in straight steps, and the second."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]), other
