"""The temple: one well of stairs through all its levels, and halls that mirror each other.

The stairs up and down are back to back in the well, with a wall between them: the way down leads
round by a transept, through half of the temple, and the other half is its mirror image. Pillars in
the halls stop arrows and sight, but not walkers. The chapels have doors to shut. On the last level
the sanctum lies at the end of a long walk.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from bidden.state import WALL
from bidden.worldgen.plan import Hollow, LevelPlan, Room, Site, Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground
from bidden.worldgen.surveying import box
from eventcore import Stream

_CHAPEL: Final = 3
"""The narrowest chapel, in tiles."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: its western half, and the mirrored eastern half."""
    return _Temple(site, stream).draw()


@attrs.frozen
class _Lines:
    """The borders of the parts in the western half: the first and last columns and rows of floor.

    Attributes:
        axis: The last column of the half: wall between the stairs.
        porch: The last column of the porch, which begins at the first column.
        well: The row of the stairs.
        top: The first row of porch, hall and well. Chapels lie north of it.
        bottom: Their last row. Chapels lie south of it.
    """

    axis: int
    porch: int
    well: int
    top: int
    bottom: int

    @property
    def hall(self) -> Room:
        """The hall, from the porch to the well."""
        wide = self.axis - 8 - self.porch
        return Room(self.porch + 2, self.top, wide, self.bottom - self.top + 1)


class _Temple:
    def __init__(self, site: Site, stream: Stream) -> None:
        self._site = site
        self._stream = stream
        self._ground = Ground(site.width, site.height)
        self._areas: list[tuple[str, list[Tile]]] = []
        self._doors: list[Tile] = []
        self._lines = self._lay_lines()

    def _lay_lines(self) -> _Lines:
        site, roll = self._site, self._stream.roll
        axis, spare = (site.width - 1) // 2, (site.height - 14) // 3
        well = site.landing[1] if site.landing else site.height // 2 - roll(0, 1)
        well = max(6, min(well, site.height - 8))
        # The sanctum takes three rows in the south.
        north, south = roll(2, 2 + spare), roll(2, 2 + spare)
        south = 3 if site.last else south
        porch = roll(3, 4 + site.width // 40)
        return _Lines(axis, porch, well, north + 2, site.height - 3 - south)

    def draw(self) -> LevelPlan:
        lines, site = self._lines, self._site
        stairs = self._dig_well()
        self._dig_hall()
        south = Room(1, lines.bottom + 2, lines.axis, site.height - 3 - lines.bottom)
        self._dig_chapels(Room(1, 1, lines.axis, lines.top - 2), lines.top - 1)
        if site.last:
            self._dig_sanctum(south)
        else:
            self._dig_chapels(south, lines.bottom + 1)
        # Back to back: the stair up is where the stair down was above.
        eastern = site.landing is not None and site.landing[0] > lines.axis
        up, down = reversed(stairs) if eastern else stairs
        first = self._areas[:2][::-1] if eastern else self._areas[:2]
        rooms = [Hollow(self._floor_of(tiles), name) for name, tiles in first + self._areas[2:]]
        goal = (lines.axis, south.y + 1) if site.last else None
        return LevelPlan(self._ground.rows, tuple(rooms), tuple(self._doors), up, down, goal)

    def _dig_well(self) -> tuple[Tile, Tile]:
        """Dig the halves of the well and a vestry on either side; return the stairs."""
        lines = self._lines
        x, door = lines.axis - 5, lines.axis - 6
        self._dig(Room(x, lines.well - 1, 5, 3))
        self._hang((door, lines.well))
        for first, last in ((lines.top, lines.well - 3), (lines.well + 3, lines.bottom)):
            if last > first and self._stream.chance(3, 4):
                self._dig(Room(x, first, 5, last - first + 1))
                self._hang((door, self._stream.roll(first, last)))
        stair = lines.axis - 3, lines.well
        return stair, self._mirrored(stair)

    def _dig_hall(self) -> None:
        lines, hall = self._lines, self._lines.hall
        high = lines.bottom - lines.top + 1
        self._dig(Room(1, lines.top, lines.porch, high))
        if self._stream.chance(1, 2):
            self._put([(1, lines.top), (1, lines.bottom)], WALL)
        self._open_gate(lines.porch + 1)
        if hall.width >= 17 and self._stream.chance(2, 3):
            cut = self._stream.roll(7, hall.width - 8)
            courts = [attrs.evolve(hall, width=cut)]
            courts.append(attrs.evolve(hall, x=hall.x + cut + 1, width=hall.width - cut - 1))
        else:
            courts = [hall]
        for court in courts:
            self._dig(court)
            self._raise_pillars(court)
        for court in courts[1:]:
            self._open_gate(court.x - 1)

    def _open_gate(self, column: int) -> None:
        well, (top, bottom) = self._lines.well, (self._lines.top, self._lines.bottom)
        kind = self._stream.below(3)
        if kind == 0:
            self._put([(column, row) for row in (well - 1, well, well + 1)])
        elif kind == 1:
            self._hang((column, top + 1))
            self._hang((column, bottom - 1))
        else:
            self._hang((column, well))
            self._put([(column, y) for y in (top + 1, bottom - 1) if abs(y - well) > 1])

    def _raise_pillars(self, court: Room) -> None:
        """Raise pillars in rows, an avenue, blocks or a ring, never beside a wall."""
        across, spread = self._stream.roll(2, 4), self._stream.roll(2, 3)
        kind, start = self._stream.below(4), self._stream.below(across)
        well, left, top = self._lines.well, court.x + 1, court.y + 1
        right, bottom = court.x + court.width - 2, court.y + court.height - 2
        for x, y in box(left, top, court.width - 2, court.height - 2):
            step, aside = x - left - start, abs(y - well)
            in_step = step % across == 0
            if (
                in_step and aside % spread == spread - 1,
                in_step and aside == 2,
                0 <= step <= right - left - 1 and step % 5 < 2 <= aside < 4,
                (x in (left, right) or y in (top, bottom)) and (x + y - left - top) % 2 == 0,
            )[kind]:
                self._put([(x, y)], WALL)

    def _dig_chapels(self, band: Room, wall: int) -> None:
        """Dig chapels along the hall, and in the middle a transept that leads to the other half."""
        lines, roll = self._lines, self._stream.roll
        near = min(lines.hall.x + lines.hall.width - 1, lines.axis - self._site.width // 12 - 2)
        left = max(lines.hall.x + 1, near - roll(1, 6))
        transept = Room(left, band.y, lines.axis - left + 1, band.height)
        self._dig(transept)
        self._hang_beside(wall, range(left, near + 1))
        x = 1
        while left - 1 - x >= _CHAPEL:
            wide = roll(_CHAPEL, 7)
            if left - 2 - x - wide < _CHAPEL:
                wide = left - 1 - x
            self._dig(Room(x, band.y, wide, band.height))
            self._hang_beside(wall, range(x, x + wide))
            x += wide + 1
            if self._stream.chance(2, 5):
                self._hang((x - 1, band.y + self._stream.below(band.height)))

    def _hang_beside(self, wall: int, columns: Iterable[int]) -> None:
        """Hang a door to the porch or the hall in a wall from west to east."""
        inner = self._lines.top if wall < self._lines.top else self._lines.bottom
        free = [x for x in columns if self._ground[x, inner] == FLOOR]
        self._hang((self._stream.pick(free), wall))

    def _dig_sanctum(self, band: Room) -> None:
        lines = self._lines
        wide = self._stream.roll(6, 6 + self._site.width // 16)
        self._dig(attrs.evolve(band, x=lines.axis - wide + 1, width=wide), "the sanctum")
        way = attrs.evolve(band, width=lines.axis - wide - 1)
        self._dig(way)
        self._put([(x, band.y + 1) for x in range(way.x + 2, way.x + way.width - 1, 3)], WALL)
        self._hang((lines.axis - wide, band.y + 1))
        self._hang_beside(lines.bottom + 1, range(1, lines.porch + 1))

    def _dig(self, room: Room, name: str = "") -> None:
        """Dig a room and its mirror image, which are one room if they meet."""
        tiles = [*box(room.x, room.y, room.width, room.height)]
        others = [self._mirrored(tile) for tile in tiles]
        self._put(tiles)
        if room.x + room.width > self._lines.axis:
            self._areas.append((name, [*dict.fromkeys(tiles + others)]))
        else:
            self._areas += [(name, tiles), (name, others)]

    def _hang(self, tile: Tile) -> None:
        self._put([tile])
        self._doors += dict.fromkeys((tile, self._mirrored(tile)))

    def _put(self, tiles: Iterable[Tile], cell: str = FLOOR) -> None:
        for tile in tiles:
            self._ground.put((tile, self._mirrored(tile)), cell)

    def _floor_of(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        found = [tile for tile in tiles if self._ground[tile] == FLOOR]
        return tuple(sorted(found, key=lambda tile: (tile[1], tile[0])))

    def _mirrored(self, tile: Tile) -> Tile:
        return self._site.width - 1 - tile[0], tile[1]
