"""The slum: small houses wall to wall along crooked lanes, with yards behind and a few squares.

Doors are everywhere, and each blocks sight: fugitives go in at the front and out at the back, and
so do ambushers. A house is a hiding place for one fight. The lanes are narrow enough to hold, but
there is always another way round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bidden.worldgen.plan import Hollow, LevelPlan, Room, Site, Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground, join
from bidden.worldgen.shaping.doorways import Doorways
from bidden.worldgen.stairs import put_far_apart
from bidden.worldgen.surveying import box, left_of_doorways
from eventcore import Stream

_HOUSES: Final = ((5, 3), (4, 3), (3, 3), (4, 2), (3, 2), (2, 3), (2, 2))
"""Widths and heights of houses, in tiles of floor; the larger are tried first."""
_BACK_DOORS: Final = 65
"""The percentage of houses with one way in that get another."""
_YARD_DOORS: Final = 60
"""The percentage of walls between a house and a yard that get a door."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: squares, the lanes between them, and houses wherever there is room."""
    return _Quarter(site, stream).draw()


class _Quarter:
    def __init__(self, site: Site, stream: Stream) -> None:
        self._ground = Ground(site.width, site.height)
        self._stream = stream
        self._squares: list[Room] = []
        self._houses: list[Room] = []
        self._yards = 0
        self._doors: list[Tile] = []

    def draw(self) -> LevelPlan:
        self._lay_squares()
        self._lay_lanes()
        free = self._free()
        self._lay_yards(free)
        self._build_houses(free)
        self._hang_doors()
        join(self._ground, self._stream)
        doors = left_of_doorways(self._ground, self._doors)
        houses = [Hollow(tuple(house.tiles)) for house in self._houses]
        squares = [Hollow(tuple(square.tiles)) for square in self._squares]
        plan = LevelPlan(self._ground.rows, (*squares, *houses), doors)
        return put_far_apart(plan, self._stream, houses, squares)

    def _lay_squares(self) -> None:
        """Lay a square in each stretch of the width, alternately in the north and in the south."""
        width, height = self._ground.width, self._ground.height
        roll = self._stream.roll
        count = max(2, width // 24)
        low = self._stream.chance(1, 2)
        for number in range(count):
            wide, high = roll(5, 8), roll(3, 4)
            left, right = (1 + (width - 2) * n // count for n in (number, number + 1))
            # The first is far in the west and the last far in the east, to hold the stairs.
            near, far = (right - left) // 3 * (number == count - 1), (number == 0) * 9
            x = roll(left + near, right - wide - min(far, right - left - wide))
            y = roll(height // 2, height - 2 - high) if low else roll(2, height // 2 - high)
            self._squares.append(Room(x, y, wide, high))
            self._ground.put(box(x, y, wide, high))
            low = not low

    def _lay_lanes(self) -> None:
        width, height = self._ground.width, self._ground.height
        roll = self._stream.roll
        middles = [square.centre for square in self._squares]
        ends = [(1, roll(3, height - 4)), (width - 2, roll(3, height - 4))]
        high = [ends[0], *middles, ends[1]]
        mirrored = [(x, height - 1 - y) for x, y in middles]
        low = [middles[0], *mirrored[1:-1], middles[-1]] if len(middles) > 2 else mirrored
        for stops in (high, [middles[0], *low, middles[-1]]):
            for one, other in pairwise(stops):
                self._ground.put(self._lane(one, other))
        for number in range(1, width // 13):
            x = number * 13 + roll(-3, 3)
            top, bottom = (x, roll(2, 3)), (x + roll(-3, 3), height - roll(3, 4))
            self._ground.put(self._lane(top, bottom))

    def _lane(self, start: Tile, end: Tile) -> Iterator[Tile]:
        """Yield the tiles from one to another in stretches, alternately along and across."""
        (x, y), (to_x, to_y) = start, end
        yield x, y
        while (x, y) != (to_x, to_y):
            across, down = to_x - x, to_y - y
            if self._stream.below(abs(across) + abs(down)) < abs(across):
                for _ in range(self._stream.roll(1, min(abs(across), 7))):
                    x += 1 if across > 0 else -1
                    yield x, y
            else:
                for _ in range(self._stream.roll(1, min(abs(down), 4))):
                    y += 1 if down > 0 else -1
                    yield x, y

    def _lay_yards(self, free: dict[Tile, None]) -> None:
        """Lay yards in the middle of blocks, which count as houses but have doors all around."""
        spots = [*free]
        for _ in range(self._ground.width // 2 if spots else 0):
            (x, y), wide = self._stream.pick(spots), self._stream.roll(5, 7)
            if len(self._houses) < self._ground.width // 20:
                self._build(Room(x, y, wide, 3), free)
        self._yards = len(self._houses)

    def _build_houses(self, free: dict[Tile, None]) -> None:
        for x in range(1, self._ground.width - 1):
            for y in range(1, self._ground.height - 1):
                if (x, y) not in free:
                    continue
                at = self._stream.below(3)
                for wide, high in (*_HOUSES[at:], *_HOUSES[:at]):
                    if self._build(Room(x, y, wide, high), free):
                        break

    def _free(self) -> dict[Tile, None]:
        rows, found = self._ground.rows, dict[Tile, None]()
        for x, y in self._ground.inner:
            if all(FLOOR not in row[x - 1 : x + 2] for row in rows[y - 1 : y + 2]):
                found[x, y] = None
        return found

    def _build(self, house: Room, free: dict[Tile, None]) -> bool:
        """Build a house if all of its tiles are free, and return whether it was built."""
        corner = house.x + house.width - 1, house.y + house.height - 1
        if corner not in free or not all(tile in free for tile in house.tiles):
            return False
        self._houses.append(house)
        self._ground.put(house.tiles)
        for tile in box(house.x - 1, house.y - 1, house.width + 2, house.height + 2):
            free.pop(tile, None)
        return True

    def _hang_doors(self) -> None:
        """Add a front door to each house, then doors to parts that it is not connected to.

        Many houses also get a back door, and many with a yard a door to it.
        """
        owner = {tile: n for n, house in enumerate(self._houses, 1) for tile in house.tiles}
        doorways = Doorways(self._ground, owner, self._stream)
        doorways.found.sort(key=lambda found: found[1] > 0)
        ways = Counter[int]()
        for tile, one, other in doorways.span():
            self._doors.append(tile)
            ways.update((one, other))
        for tile, one, other in doorways.found:
            lacking = any(n > self._yards and ways[n] < 2 for n in (one, other))
            percent = _BACK_DOORS if lacking else _YARD_DOORS if 0 < one <= self._yards else 0
            chosen = (one, other) not in doorways.joined and self._stream.chance(percent, 100)
            if chosen and doorways.open(tile, one, other):
                self._doors.append(tile)
                ways.update((one, other))
