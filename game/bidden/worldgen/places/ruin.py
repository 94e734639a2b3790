"""The ruin: the rooms of a great house whose walls have fallen, and the open ground around it.

Sight and missiles pass through fallen walls across three rooms at once. No corner is safe, and none
is a trap. Stumps of wall and heaps of rubble are cover for a moment.
"""

from __future__ import annotations

from typing import Final

from bidden.state import WALL
from bidden.worldgen.plan import Hollow, LevelPlan, Room, Site, Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground, close_pockets, join
from bidden.worldgen.shaping.doorways import Doorways
from bidden.worldgen.stairs import put_far_apart
from bidden.worldgen.surveying import box, left_of_doorways
from eventcore import Stream

_LEAST: Final = (5, 3)
"""Width and height of the smallest room, in tiles of floor."""
_POCKET: Final = 6
"""Floor of fewer tiles that is cut off is filled."""
_DOORS_LEFT: Final = 25
"""The percentage of doorways between intact walls that still have a door."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: the house is built whole, then it falls to ruin."""
    return _House(site, stream).draw()


class _House:
    def __init__(self, site: Site, stream: Stream) -> None:
        self._ground = Ground(site.width, site.height)
        self._stream = stream
        self._rooms: list[Room] = []
        self._doors: list[Tile] = []

    def draw(self) -> LevelPlan:
        width, height = self._ground.width, self._ground.height
        roll = self._stream.roll
        self._ground.put(self._ground.inner)
        west, east = (roll(4, max(4, width // 9)) for _ in range(2))
        north, south = (roll(3, 4 if height > 18 else 3) for _ in range(2))
        house = Room(west, north, width - west - east, height - north - south)
        self._ground.put(house.tiles, WALL)
        self._part(Room(house.x + 1, house.y + 1, house.width - 2, house.height - 2))
        self._open_doorways()
        self._let_fall(house)
        self._bury()
        self._close_in()
        join(self._ground, self._stream)
        lands, rooms = (
            [Hollow(tiles) for part in parts if (tiles := self._left_of(part))]
            for parts in (self._lands(house), self._rooms)
        )
        doors = left_of_doorways(self._ground, self._doors)
        plan = LevelPlan(self._ground.rows, (*lands, *rooms), doors)
        return put_far_apart(plan, self._stream, hoards=rooms)

    def _left_of(self, room: Room) -> tuple[Tile, ...]:
        return tuple(tile for tile in room.tiles if self._ground[tile] == FLOOR)

    def _part(self, room: Room) -> None:
        """Divide a room by walls as long as there is space for two, then clear each part."""
        (least_wide, least_high), roll = _LEAST, self._stream.roll
        wide, high = room.width > 2 * least_wide, room.height > 2 * least_high
        small = room.width * room.height < 90 and room.width < 16
        if not (wide or high) or (small and self._stream.chance(1, 2)):
            self._rooms.append(room)
            self._ground.put(room.tiles)
        elif wide and (not high or room.width > 2 * room.height):
            cut = roll(least_wide, room.width - 1 - least_wide)
            self._part(Room(room.x, room.y, cut, room.height))
            self._part(Room(room.x + cut + 1, room.y, room.width - cut - 1, room.height))
        else:
            cut = roll(least_high, room.height - 1 - least_high)
            self._part(Room(room.x, room.y, room.width, cut))
            self._part(Room(room.x, room.y + cut + 1, room.width, room.height - cut - 1))

    def _open_doorways(self) -> None:
        owner = {tile: n for n, room in enumerate(self._rooms, 1) for tile in room.tiles}
        doorways = Doorways(self._ground, owner, self._stream)
        # The dict keeps one doorway, in random order, for each pair of rooms.
        for (one, other), tile in {found[1:]: found[0] for found in doorways.found}.items():
            wanted = self._stream.chance(4 if one else 2, 5)
            opened = wanted and doorways.open(tile, one, other)
            if opened and self._stream.chance(_DOORS_LEFT, 100):
                self._doors.append(tile)

    def _let_fall(self, house: Room) -> None:
        walls = [tile for tile in house.tiles if self._ground[tile] == WALL]
        for _ in range(house.width * house.height // 36):
            x, y = self._stream.pick(walls)
            reach = self._stream.weighted((1, 2, 3, 4), (3, 4, 2, 1))
            for tile in box(x - reach, y - reach // 2, 2 * reach + 1, 2 * (reach // 2) + 1):
                if self._ground[tile] == WALL and not self._stream.chance(1, 9):
                    self._ground.put([tile])
                elif self._ground[tile] == FLOOR and self._stream.chance(1, 11):
                    self._ground.put([tile], WALL)

    def _bury(self) -> None:
        for room in self._stream.shuffled(self._rooms)[: len(self._rooms) // 7]:
            right, bottom = room.x + room.width - 1, room.y + room.height - 1
            x, y = self._stream.pick((room.x, right)), self._stream.pick((room.y, bottom))
            reach = self._stream.roll(room.height, room.height + 3)
            for tile in room.tiles:
                away = abs(tile[0] - x) + 2 * abs(tile[1] - y) + self._stream.below(3)
                if away < reach:
                    self._ground.put([tile], WALL)

    def _close_in(self) -> None:
        """Place rocks and hedges along the edge, and fill isolated floor."""
        width, height = self._ground.width, self._ground.height
        for _ in range(width // 6):
            x, long = self._stream.roll(1, width - 8), self._stream.roll(2, 7)
            self._ground.put(box(x, self._stream.pick((1, height - 2)), long, 1), WALL)
        for _ in range(height // 3):
            y, long = self._stream.roll(1, height - 5), self._stream.roll(1, 4)
            side = self._stream.pick((1, width - 2))
            self._ground.put(box(side, y, 1, long), WALL)
            self._ground.put(box(side + (1 if side == 1 else -1), y + 1, 1, long - 2), WALL)
        close_pockets(self._ground, _POCKET)

    def _lands(self, house: Room) -> list[Room]:
        """Return the ground outside, west, east, north and south of the house."""
        width, height = self._ground.width, self._ground.height
        right, bottom = house.x + house.width, house.y + house.height
        return [
            Room(1, 1, house.x - 1, height - 2),
            Room(right, 1, width - 1 - right, height - 2),
            Room(house.x, 1, house.width, house.y - 1),
            Room(house.x, bottom, house.width, height - 1 - bottom),
        ]
