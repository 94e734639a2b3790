"""The desert: wide open sand with long dunes, and the ruins of huts.

There is almost no cover: everybody sees and shoots everybody. A dune hides a walker on its lee side
for its whole length. Only huts have doors to shut or to hold. A hut is a trap unless one of its
walls has fallen.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Final

import attrs

from bidden.grid.neighbours import AROUND
from bidden.state import WALL
from bidden.worldgen.plan import LevelPlan, Room, Site, Tile
from bidden.worldgen.shaping.carving import Ground, close_pockets, parcels, spaced
from bidden.worldgen.stairs import put_far_apart
from eventcore import Stream

_SAND: Final = 350
"""The number of tiles of a level for each hut."""
_DUNES: Final = 80
"""The number of tiles for each attempt to draw a dune."""
_ROCKS: Final = 250
"""The number of tiles for each rock."""
_TRIES: Final = 60
"""The number of attempts to place a hut."""
_REACH: Final = 24
"""The maximum extent of an area of sand, in steps."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: two huts or more if there is room for them, and open sand around."""
    ground = Ground(site.width, site.height)
    ground.put(ground.inner)
    huts = _huts(site, stream)
    for hut in huts:
        ground.put(hut.walls, WALL)
        ground.put(hut.gaps)
    near = {tile for hut in huts for tile in hut.yard}
    size = site.width * site.height
    _raise_dunes(ground, size // _DUNES, near, stream)
    left = [tile for tile in ground.floor if tile not in near and _clear(ground, tile)]
    ground.put(spaced(left, size // _ROCKS, 2, stream), WALL)
    close_pockets(ground)
    doors = [hut.doorway for hut in huts if stream.chance(site.measures.door_percent, 100)]
    indoors = {tile for hut in huts for tile in (*hut.room.tiles, *hut.gaps)}
    open_sand = [tile for tile in ground.floor if tile not in indoors]
    rooms = [hut.room for hut in huts]
    areas = parcels(open_sand, spaced(open_sand, 10, 6, stream), _REACH)
    plan = LevelPlan(ground.rows, (*areas, *rooms), tuple(doors))
    return put_far_apart(plan, stream, hoards=rooms, ends=areas)


@attrs.frozen
class _Hut:
    """A hut: its floor, the gap that may have a door, and other fallen parts of its walls."""

    room: Room
    doorway: Tile
    breach: tuple[Tile, ...]

    @property
    def gaps(self) -> tuple[Tile, ...]:
        return (self.doorway, *self.breach)

    @property
    def walls(self) -> list[Tile]:
        """Its walls, as if it had no doorway."""
        return [tile for tile in self._around(1) if tile not in self.room]

    @property
    def yard(self) -> list[Tile]:
        """The hut and the tiles around it."""
        return self._around(2)

    def _around(self, far: int) -> list[Tile]:
        room = self.room
        return Room(room.x - far, room.y - far, room.width + 2 * far, room.height + 2 * far).tiles


def _huts(site: Site, stream: Stream) -> list[_Hut]:
    """Find room for huts, with sand to walk on around each; half of them have a breach."""
    huts: list[_Hut] = []
    taken = set[Tile]()
    for _ in range(_TRIES):
        if len(huts) == site.width * site.height // _SAND:
            break
        width, height = stream.roll(2, 5), stream.roll(2, 3)
        x = stream.roll(4, site.width - width - 4)
        room = Room(x, stream.roll(4, site.height - height - 4), width, height)
        sides = _sides(room)
        stream.shuffle(sides)
        breach = stream.pick(sides[1])
        hut = _Hut(room, stream.pick(sides[0]), (breach,) if stream.chance(1, 2) else ())
        if taken.isdisjoint(hut.yard):
            huts.append(hut)
            taken.update(hut.yard)
    return huts


def _sides(room: Room) -> list[list[Tile]]:
    columns, rows = range(room.x, room.x + room.width), range(room.y, room.y + room.height)
    return [
        [(x, room.y - 1) for x in columns],
        [(x, room.y + room.height) for x in columns],
        [(room.x - 1, y) for y in rows],
        [(room.x + room.width, y) for y in rows],
    ]


def _raise_dunes(ground: Ground, count: int, near: Collection[Tile], stream: Stream) -> None:
    """Draw dunes along the wind, each bent to the lee at its ends, with a way around it."""
    sand = [tile for tile in ground.floor if tile not in near]
    lee = stream.pick((-1, 1))
    taken = set[Tile](near)
    for x, y in spaced(sand, count, 3, stream):
        west, east = stream.roll(4, 10), stream.roll(4, 10)
        rows = [_bend(dx, east if dx > 0 else west) for dx in range(-west, east + 1)]
        dune = [(x + dx, y - lee) for dx in range(-west // 3, east // 3 + 1)]
        for column, (row, after) in enumerate(pairwise(rows), x - west):
            # Where the dune changes rows, close the diagonal gap to steps and sight.
            dune += [
                (column, y + lee * down) for down in range(min(row, after), max(row, after) + 1)
            ]
        if all(tile not in taken and _clear(ground, tile) for tile in dune):
            ground.put(dune, WALL)
            taken.update((x + dx, y + dy) for x, y in dune for dx, dy in AROUND)


def _bend(far: int, half: int) -> int:
    """Return by how many rows a dune is bent some columns away from its middle."""
    return 5 * far * far // (2 * half * half)


def _clear(ground: Ground, tile: Tile) -> bool:
    """Return whether a tile is far enough from the edge to walk around it."""
    return 1 < tile[0] < ground.width - 2 and 1 < tile[1] < ground.height - 2
