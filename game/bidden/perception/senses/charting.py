"""The chart of a creature's memory: rooms, locks, keys and ways, level by level.

The chart contains only what the creature remembers, even if the world has changed since. A lock
shows its key. Corpses are drawn on the map, but not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.components.knowledge.memory import UNKNOWN, Memory, Remembered
from bidden.components.knowledge.visits import Visits
from bidden.components.movement.door import Lock
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.grid.compass import tiles_off
from bidden.grid.neighbours import STRAIGHT
from bidden.kinds import CORPSE, PASSAGES, STAIRS, YOU
from bidden.perception.senses.chambers import holds, rooms_of
from bidden.perception.senses.ground import legend_of
from bidden.perception.senses.names import apparent_name_of
from bidden.state import GATE, WALL, Chamber, Key, Levels, Look, OneWay, a_thing, name_of
from bidden.text import tallied
from bidden.view import Chart, ChartedLevel, ChartedRoom, Tile
from bidden.words import phrase, tables
from eventcore import Entity, World

_LOCKED: Final = "X"
_STAIRS: Final = {"<": "stairs up", ">": "stairs down", GATE: "a gate"}
_NOT_FLOOR: Final = (UNKNOWN, WALL, _LOCKED, "+", "'")
_HEADS: Final = dict(
    zip((PASSAGES[way] for way in STRAIGHT), ("north", "east", "south", "west"), strict=True)
)


def chart_of(world: World, who: Entity) -> Chart:
    """Return a creature's memory of all levels that it has visited, from the top down."""
    memory, here = who[Memory], who[Position].level
    known = [depth for depth, rows in enumerate(memory.levels, 1) if rows]
    return Chart(here, tuple(_Charting(world, who, depth).charted() for depth in known))


class _Charting:
    def __init__(self, world: World, who: Entity, depth: int) -> None:
        self._world, self._who, self._depth = world, who, depth
        memory, visits = who[Memory], who.get(Visits)
        self._rows = memory.levels[depth - 1]
        self._marks = memory.marks[depth - 1] if depth <= len(memory.marks) else []
        self._items = [mark for mark in self._marks if mark.kind != CORPSE]
        self._visited = [] if visits is None else visits.of(depth)
        locks = (lock for lock in world.having(Lock, Position) if lock[Position].level == depth)
        self._locks = {(lock[Position].x, lock[Position].y): lock[Lock].key for lock in locks}
        self._keys = {*self._locks.values()}
        self._passages = {name_of(passage) for passage in world.having(OneWay)}

    def charted(self) -> ChartedLevel:
        place = self._world.root[Levels].at(self._depth).place
        return ChartedLevel(
            self._depth,
            place,
            tuple(self._rooms()),
            tuple(tallied(self._ways())),
            tuple(self._lying()),
            tuple(map(tuple, self._tiles())),
        )

    def _told_rooms(self) -> list[Entity]:
        rooms = rooms_of(self._depth, self._world)
        return [room for room in rooms if name_of(room) in self._visited or self._is_seen(room)]

    def _lying(self) -> list[str]:
        """Describe the items outside all these rooms, except keys, which belong to the ways."""
        rooms = self._told_rooms()
        lying = (
            f"{self._called(mark)}, {self._whereabouts(mark.x, mark.y)}"
            for mark in self._items
            if not self._leads(mark)
            and mark.name not in self._keys
            and not any(holds(room, mark.x, mark.y) for room in rooms)
        )
        return tallied(lying)

    def _tiles(self) -> list[list[Tile]]:
        dim = legend_of(self._depth, self._world).dim
        tiles = [[dim[cell] for cell in row] for row in self._rows]
        for mark in self._marks:
            if tiles[mark.y][mark.x].kind not in STAIRS:
                tiles[mark.y][mark.x] = Tile(
                    mark.glyph, mark.look, False, self._called(mark), mark.kind
                )
        here = self._who[Position]
        if here.level == self._depth:
            tiles[here.y][here.x] = Tile(self._who[Look].glyph, "you", False, "you", YOU)
        return tiles

    def _rooms(self) -> Iterator[ChartedRoom]:
        rooms = self._told_rooms()
        rooms.sort(key=lambda room: name_of(room) not in self._visited)
        here = self._who[Position]
        for room in rooms:
            corner, size = room[Position], room[Chamber]
            visited = name_of(room) in self._visited
            lying = [mark for mark in self._items if holds(room, mark.x, mark.y)]
            yield ChartedRoom(
                tables()["rooms"].get(name_of(room), name_of(room)) if visited else "",
                self._whereabouts(corner.x + size.width // 2, corner.y + size.height // 2),
                (corner.x, corner.y, size.width, size.height),
                here.level == self._depth and holds(room, here.x, here.y),
                tuple(tallied(self._called(mark) for mark in lying if not self._leads(mark))),
            )

    def _is_seen(self, room: Entity) -> bool:
        corner, size = room[Position], room[Chamber]
        rows = self._rows[corner.y : corner.y + size.height]
        cells = (row[corner.x : corner.x + size.width] for row in rows)
        return any(cell not in _NOT_FLOOR for row in cells for cell in row)

    def _ways(self) -> Iterator[str]:
        """Describe stairs, locks, keys and passages, each kind row by row."""
        spots = [(x, y, cell) for y, row in enumerate(self._rows) for x, cell in enumerate(row)]
        for x, y, cell in spots:
            if cell in _STAIRS:
                yield f"{_STAIRS[cell]}, {self._place(x, y)}"
        for x, y, cell in spots:
            if cell == _LOCKED and (x, y) in self._locks:
                key = self._locks[x, y]
                held, place = self._holds(key), self._place(x, y)
                yield phrase("chart", "opens" if held else "locked", place=place, name=key)
        for mark in self._marks:
            if mark.name in self._keys:
                yield phrase("chart", "key", name=mark.name, place=self._place(mark.x, mark.y))
        for mark in self._marks:
            if self._leads(mark):
                heads, place = _HEADS.get(mark.kind, ""), self._place(mark.x, mark.y)
                yield phrase("chart", "passage", heads=heads, place=place)

    def _leads(self, mark: Remembered) -> bool:
        return mark.name in self._passages

    def _holds(self, key: str) -> bool:
        pack = self._who.get(Pack)
        things = [] if pack is None else pack.things.values()
        keys = [thing for thing in things if Key in thing and thing[Key].level == self._depth]
        return key in map(name_of, keys)

    def _called(self, mark: Remembered) -> str:
        return a_thing(apparent_name_of(self._who, mark.name, mark.label, self._world))

    def _place(self, x: int, y: int) -> str:
        """Return how far from the creature a tile is, or in which part of another level."""
        here, part = self._who[Position], self._whereabouts(x, y)
        away = tiles_off((x, y), here.tile) if here.level == self._depth else ""
        return phrase("chart", "away", away=away) if away not in ("", "here") else part

    def _whereabouts(self, x: int, y: int) -> str:
        width, height = len(self._rows[0]), len(self._rows)
        parts = ("north", "", "south")[3 * y // height], ("west", "", "east")[3 * x // width]
        part = "-".join(filter(None, parts))
        return phrase("chart", "part" if part else "middle", part=part)
