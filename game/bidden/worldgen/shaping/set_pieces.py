"""Set pieces: handmade rooms that are set into a level if there is space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import attrs

from bidden.content.kinds.room_kinds import (
    DOOR,
    HIDDEN_DOOR,
    LOCKED_DOOR,
    TREASURE,
    RoomKind,
    cells_at,
    ground_of,
    openings_of,
)
from bidden.state import CHASM, WALL
from bidden.worldgen.plan import Area, Hollow, Keyed, LevelPlan, Placement, Site, Tile
from bidden.worldgen.shaping.carving import FLOOR
from bidden.worldgen.solving import flaw_of
from bidden.worldgen.surveying import APART, box, from_any, steps_from
from eventcore import Stream

_TRIES: Final = 12
"""The number of rooms that are tried on a level."""
_MOST: Final = 3
"""The maximum number of rooms on a level."""
_TILES: Final = 700
"""A level may have one more room for each of this many tiles, including walls."""
_SPOTS: Final = 3
"""The number of tiles that are tried for each orientation of a room."""
_FAR: Final = 10
"""If possible, a key lies this many steps from its lock."""


@attrs.frozen
class Furnished:
    """A level with set pieces, the things in these rooms, and all their tiles."""

    plan: LevelPlan
    things: tuple[Placement, ...] = ()
    taken: frozenset[Tile] = frozenset()


def suited(
    rooms: Mapping[str, RoomKind], place: str, depth: int, site: Site
) -> dict[str, RoomKind]:
    """Return the rooms that suit a level. Rooms with a chasm do not suit the lowest level."""
    falls = not site.last
    return {name: kind for name, kind in rooms.items() if kind.suits(place, depth, falls=falls)}


def furnish(
    plan: LevelPlan,
    rooms: Mapping[str, RoomKind],
    place: str,
    depth: int,
    site: Site,
    stream: Stream,
) -> Furnished:
    """Set some rooms into a level, each kind at most once, so that the level stays sound.

    ``depth`` is the effective depth. Without suitable rooms, nothing is drawn from the stream.
    """
    left = suited(rooms, place, depth, site)
    done = Furnished(plan)
    if not left:
        return done
    count = stream.roll(1, min(_MOST, 1 + site.width * site.height // _TILES))
    for _ in range(_TRIES):
        if not (count and left):
            break
        name = stream.weighted(list(left), [kind.likely for kind in left.values()])
        found = _Setter(done, site, depth, stream).put(name, left[name])
        del left[name]
        if found is not None:
            done, count = found, count - 1
    return done


class _Setter:
    """Finds a place for a room on a level, and sets it there."""

    def __init__(self, done: Furnished, site: Site, depth: int, stream: Stream) -> None:
        self._done = done
        self._plan = plan = done.plan
        self._depth = depth
        self._stream = stream
        chasms = [
            (x, y) for y, row in enumerate(site.above) for x, c in enumerate(row) if c == CHASM
        ]
        self._shunned = {*done.taken, *plan.kept}
        # Creatures that fall through a chasm land beside the room.
        self._under = {tile for x, y in chasms for tile in box(x - 2, y - 2, 5, 5)}
        self._first = {*plan.rooms[0].tiles}

    def put(self, name: str, kind: RoomKind) -> Furnished | None:
        """Set a room into the level, or return None if it fits nowhere."""
        for rows in self._stream.shuffled(kind.turns()):
            spots = [*self._spots(rows, kind)]
            for _ in range(min(_SPOTS, len(spots))):
                found = self._set(name, kind, rows, *self._stream.pick(spots))
                if found is not None:
                    return found
        return None

    def _spots(self, rows: Sequence[str], kind: RoomKind) -> Iterator[Tile]:
        """Yield the possible tiles of the upper left corner of a drawing."""
        hewn = kind.within == "rock"
        wide, high = len(rows[0]), len(rows)
        # A room with an open edge needs no floor around it.
        ring = 0 if hewn or kind.is_open else 1
        free = self._free(WALL if hewn else FLOOR)
        lines = [_runs(line, wide + 2 * ring) for line in free]
        for y in range(len(lines) - high - 2 * ring + 1):
            fit = -1
            for line in lines[y : y + high + 2 * ring]:
                fit &= line
            while fit > 0:
                x = (fit & -fit).bit_length() - 1
                fit &= fit - 1
                if not hewn or self._has_a_way_in(rows, x, y):
                    yield x + ring, y + ring

    def _free(self, cell: str) -> list[int]:
        """Return the tiles that may become part of a room: for each row, a bit for each column."""
        barred = self._shunned | self._under | self._first
        found = [_columns_of(row, cell) for row in self._plan.rows]
        for x, y in barred:  # in any order: each tile is removed on its own
            if 0 <= y < len(found) and x >= 0:
                found[y] &= ~(1 << x)
        return found

    def _has_a_way_in(self, rows: Sequence[str], x: int, y: int) -> bool:
        ((_, (dx, dy)),) = openings_of(rows)
        outside, plan = (x + dx, y + dy), self._plan
        if not (0 <= outside[1] < len(plan.rows) and 0 <= outside[0] < len(plan.rows[0])):
            return False
        return plan.rows[outside[1]][outside[0]] == FLOOR and outside not in self._shunned

    def _set(
        self, name: str, kind: RoomKind, rows: Sequence[str], x: int, y: int
    ) -> Furnished | None:
        """Set a room there if the level stays sound and no creature in it is near a way in."""
        cells = cells_at(rows, x, y)
        plan = self._drawn(name, kind, rows, x, y)
        if plan is None or flaw_of(plan):
            return None
        things = [
            Placement(kind.legend[cell].draw(self._stream), *tile)
            for tile, cell in cells.items()
            if cell in kind.legend
        ]
        ways = (plan.up, plan.down, plan.rooms[0].centre if self._depth == 1 else None)
        steps = from_any(plan.rows, [way for way in ways if way is not None])
        peopled = {cell for cell, meaning in kind.legend.items() if meaning.creatures}
        living = [tile for tile, cell in cells.items() if cell in peopled]
        if any(steps.get(tile, APART) < APART for tile in living):
            return None
        room = Placement(name, x, y, dx=len(rows[0]) - 1, dy=len(rows) - 1)
        done = self._done
        return Furnished(plan, (*done.things, room, *things), done.taken | cells.keys())

    def _drawn(
        self, name: str, kind: RoomKind, rows: Sequence[str], x: int, y: int
    ) -> LevelPlan | None:
        """Draw a room into the plan; return None if its key or lock does not fit."""
        plan, cells = self._plan, cells_at(rows, x, y)
        ground = [*plan.rows]
        for number, row in enumerate(rows, y):
            line = ground[number]
            ground[number] = line[:x] + ground_of(row) + line[x + len(row) :]

        def all_of(wanted: str) -> tuple[Tile, ...]:
            return tuple(tile for tile, cell in cells.items() if cell == wanted)

        locks, keys = all_of(LOCKED_DOOR), list[Keyed]()
        shut = (WALL, CHASM, DOOR, HIDDEN_DOOR, LOCKED_DOOR)
        inside = tuple(tile for tile, cell in cells.items() if cell not in shut)
        areas = [*_without(plan.rooms, cells)]
        if locks:
            spot = self._spot_for_a_key(areas[1:], locks[0], ground)
            if spot is None or kind.key in (lock.key for lock in plan.locks):
                return None
            keys.append(Keyed(spot, kind.key))
        return attrs.evolve(
            plan,
            rows=tuple(ground),
            rooms=(*areas, Hollow(inside, name)),
            doors=plan.doors + all_of(DOOR),
            secrets=plan.secrets + all_of(HIDDEN_DOOR),
            locks=(*plan.locks, *(Keyed(tile, kind.key) for tile in locks)),
            keys=(*plan.keys, *keys),
            treasures=plan.treasures + all_of(TREASURE),
        )

    def _spot_for_a_key(
        self, areas: Sequence[Area], lock: Tile, ground: Sequence[str]
    ) -> Tile | None:
        steps = steps_from(ground, lock)
        free = [
            tile
            for area in areas
            for tile in area.tiles
            if tile not in self._shunned and steps.get(tile, 0) >= _FAR
        ]
        return self._stream.pick(free) if free else None


def _without(areas: Sequence[Area], tiles: Mapping[Tile, str]) -> Iterator[Area]:
    for area in areas:
        left = tuple([tile for tile in area.tiles if tile not in tiles])
        if len(left) == len(area.tiles):
            yield area
        elif left:
            yield Hollow(left, area.name)


@lru_cache(maxsize=1 << 12)  # many rooms are tried on one level
def _columns_of(row: str, cell: str) -> int:
    return sum([1 << x for x, one in enumerate(row) if one == cell])


def _runs(bits: int, count: int) -> int:
    """Return where this many bits in a row are set, by the lowest bit of each."""
    found = bits
    for shift in range(1, count):
        found &= bits >> shift
    return found
