"""The tower: a keep of floors, each at least as wide as the one above, with gaps in them.

Its width has three regions: one with the stair up, one with the stair down, and one whose floor is
open to the level below. A jump leads down fast, to where no stair leads up, among the inhabitants.
It is also a way out of a chase, except on the last level. A gallery goes along all walls, open to
archers, and around every fight in the halls.
"""

from __future__ import annotations

from typing import Final

from bidden.state import CHASM, WALL
from bidden.worldgen.plan import Hollow, LevelPlan, Room, Site, Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground, pieces
from bidden.worldgen.shaping.doorways import Doorways
from bidden.worldgen.shaping.outline import Outline
from bidden.worldgen.surveying import around, box, left_of_doorways, steps_from
from eventcore import Stream

_WEST, _MIDDLE, _EAST = range(3)
_TRIES: Final = 30
"""The number of attempts to draw a level whose stairs are far enough apart."""
_HALLS: Final = 60
"""The percentage of walls between halls, or a hall and the gallery, with a doorway."""
_DOORS: Final = 70
"""The percentage of doorways with a door."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: under each gap of the level above there is floor."""
    for _ in range(_TRIES):
        plan = _Keep(site, stream).draw()
        if plan.up and plan.down:
            steps = steps_from(plan.rows, plan.up).get(plan.down, 0)
            if 3 * steps >= site.width:
                break
    return plan


class _Keep:
    def __init__(self, site: Site, stream: Stream) -> None:
        self._site = site
        self._stream = stream
        self._ground = Ground(site.width, site.height)
        self._halls: list[list[Tile]] = []
        self._doors: list[Tile] = []
        self._landed = site.under_chasms
        # Nothing is built or broken there, so that falling creatures have somewhere to land.
        self._kept = {tile for x, y in self._landed for tile in box(x - 1, y - 1, 3, 3)}
        self._outline = self._lay_outline()
        self._gallery = 2 if site.height >= 18 else 1
        self._inner = self._outline.within(self._gallery + 1)
        self._cuts = self._cut()

    def _lay_outline(self) -> Outline:
        site = self._site
        if site.above:
            above = Outline.around(site.above)
            is_round, margin = above.is_round, max(1, above.room.x - 2)
        else:
            is_round = self._stream.chance(1, 2)
            margin = min(2 * (site.count - 1), site.width // 10) + self._stream.roll(1, 3)
        room = Room(margin, 1, site.width - 2 * margin, site.height - 2)
        return Outline.round(room) if is_round else Outline.rectangle(room)

    def _cut(self) -> tuple[int, int]:
        """Choose the columns of the two walls between the regions, if possible under no gap."""
        room = self._inner.room
        shunned = [x for x, _ in self._kept]
        if self._site.landing:
            x = self._site.landing[0]
            shunned += 99 * [*range(x - 2, x + 3)]
        # Even in the narrowest tower, the part between the two has room for a stair.
        reach = min(3, (room.width // 3 - 4) // 2)
        found = []
        for part in (1, 2):
            near = room.x + room.width * part // 3
            columns = self._stream.shuffled(range(near - reach, near + reach + 1))
            found.append(min(columns, key=shunned.count))
        return found[0], found[1]

    def draw(self) -> LevelPlan:
        ground, site = self._ground, self._site
        wall = self._outline.within(self._gallery).tiles
        ground.put(self._outline.tiles)
        ground.put(wall, WALL)
        ground.put(self._inner.tiles)
        ground.put([(x, y) for x, y in self._inner.tiles if x in self._cuts], WALL)
        up = site.landing or self._stream.pick(self._spots(self._stream.below(3)))
        first = self._region(up)
        others = [spot for n in range(3) if n != first for spot in self._spots(n)]
        down = self._far_from(up, others)
        second = self._region(down)
        gapped = [self._region(tile) for tile in self._landed]
        third = min((n for n in range(3) if n != second), key=lambda n: (n in gapped, n == first))
        goal = self._stream.pick(self._spots(3 - first - second)) if site.last else None
        strong = [spot for spot in (up, down, goal) if spot is not None]
        for region in range(3):
            if site.last or region != third:
                self._part(region, strong)
        for spot in strong:
            self._enclose(spot)
        ground.put(self._landed)
        self._find_halls(strong)
        self._kept |= {tile for x, y in strong for tile in box(x - 2, y - 2, 5, 5)}
        self._raise_pillars()
        self._bar_gallery()
        self._open_doorways()
        if not site.last:
            self._break_floor(third, strong)
        areas = [tuple(t for t in hall if ground[t] == FLOOR) for hall in self._halls]
        areas.sort(key=lambda tiles: up not in tiles)
        doors = left_of_doorways(ground, self._doors)
        rooms = tuple(Hollow(tiles) for tiles in areas if tiles)
        return LevelPlan(ground.rows, rooms, doors, up, down, goal)

    def _region(self, tile: Tile) -> int:
        return sum(tile[0] > cut for cut in self._cuts)

    def _span(self, region: int) -> Room:
        room = self._inner.room
        ends = (room.x - 1, *self._cuts, room.x + room.width)
        left = ends[region] + 1
        return Room(left, room.y, ends[region + 1] - left, room.height)

    def _spots(self, region: int) -> list[Tile]:
        """Return the possible tiles of a stair or the goal in a region.

        In the west it is in a turret in the corner, in the middle of the tower in a core, and in
        the east halfway up the wall.
        """
        span = self._span(region)
        middle, bottom = span.y + span.height // 2, span.y + span.height - 2
        rows = {_WEST: (span.y + 1, bottom), _MIDDLE: (middle - 1, middle), _EAST: (middle,)}
        inner = {*self._inner.tiles}
        return [
            (x, y)
            for y in rows[region]
            for x in range(span.x + 1, span.x + span.width - 1)
            if inner.issuperset(box(x - 1, y - 1, 3, 3)) and (x, y) not in self._kept
        ] or [span.centre]

    def _far_from(self, other: Tile, spots: list[Tile]) -> Tile:
        """Draw a tile at least a third of the width away from another, or return the farthest."""
        across = {spot: abs(spot[0] - other[0]) for spot in spots}
        far = [spot for spot in spots if across[spot] >= self._site.width // 3]
        return self._stream.pick(far) if far else max(spots, key=across.__getitem__)

    def _part(self, region: int, strong: list[Tile]) -> None:
        """Divide a region into two halls by a wall that goes through no stairs."""
        span = self._span(region)
        inside = [spot for spot in strong if spot in span]
        columns = range(span.x + 4, span.x + span.width - 4)
        rows = range(span.y + 3, span.y + span.height - 3)
        lines = [(x, 0) for x in columns if all(abs(x - spot[0]) > 1 for spot in inside)]
        lines += [(0, y) for y in rows if all(abs(y - spot[1]) > 1 for spot in inside)] * 2
        if lines:
            at = self._stream.pick(lines)
            wall = [(x, y) for x, y in span.tiles if (x == at[0] or y == at[1])]
            inner = {*self._inner.tiles}
            self._ground.put([tile for tile in wall if tile in inner], WALL)

    def _enclose(self, spot: Tile) -> None:
        """Build walls around a stair or the goal; in the east, four pillars."""
        x, y = spot
        ring = [t for t in box(x - 2, y - 2, 5, 5) if t not in box(x - 1, y - 1, 3, 3)]
        if self._region(spot) == _EAST:
            ring = [t for t in ring if abs(t[0] - x) == abs(t[1] - y) == 2]
        inner = {*self._inner.tiles}
        self._ground.put([tile for tile in ring if tile in inner], WALL)
        self._ground.put(box(x - 1, y - 1, 3, 3))

    def _find_halls(self, strong: list[Tile]) -> None:
        """Find the halls, then the six stretches of the gallery; fill parts that are too narrow."""
        inner = [tile for tile in self._inner.tiles if self._ground[tile] == FLOOR]
        for piece in pieces(inner):
            if len(piece) < 8 and not {*piece} & {*strong, *self._landed}:
                self._ground.put(piece, WALL)
            else:
                self._halls.append(sorted(piece, key=lambda tile: (tile[1], tile[0])))
        within = {*self._outline.within(self._gallery).tiles}
        ways: list[list[Tile]] = [[] for _ in range(6)]
        for tile in self._outline.tiles:
            if tile not in within:
                south = 2 * tile[1] >= self._site.height
                ways[self._region(tile) + 3 * south].append(tile)
        self._halls += ways

    def _raise_pillars(self) -> None:
        """Raise pillars in many of the halls, with floor all around each."""
        for hall in self._halls[:-6]:
            (x, y), step = hall[0], self._stream.roll(3, 5)
            fit = [t for t in hall if (t[0] - x) % step == 2 and (t[1] - y) % 4 == 2]
            if self._stream.chance(3, 5):
                free = [t for t in fit if t not in self._kept and self._ground.is_roomy(t)]
                self._ground.put(free, WALL)

    def _bar_gallery(self) -> None:
        wide, end = self._gallery, self._site.height - 1
        for cut in self._cuts:
            for rows in (range(1, 1 + wide), range(end - wide, end)):
                under = [row for row in rows if (cut, row) in self._landed]
                gate = self._stream.pick(under or rows)
                self._ground.put([(cut, row) for row in rows if row != gate], WALL)
                if self._stream.chance(_DOORS, 100):
                    self._doors.append((cut, gate))

    def _open_doorways(self) -> None:
        owner = {tile: n for n, hall in enumerate(self._halls, 1) for tile in hall}
        ways = range(len(self._halls) - 5, len(self._halls) + 1)
        doorways = Doorways(self._ground, owner, self._stream)
        opened = [tile for tile, _, _ in doorways.span((ways[0], way) for way in ways[1:])]
        for tile, one, other in doorways.found:
            fresh = (one, other) not in doorways.joined
            if fresh and self._stream.chance(_HALLS, 100) and doorways.open(tile, one, other):
                opened.append(tile)
        self._doors += [tile for tile in opened if self._stream.chance(_DOORS, 100)]

    def _break_floor(self, region: int, strong: list[Tile]) -> None:
        """Open the floor of a region by a shaft, a well with a bridge, or a broken floor."""
        span, stream = self._span(region), self._stream
        kind, margin = stream.below(3), stream.roll(2, 3)
        hole = Room(span.x + margin, span.y + 2, span.width - 2 * margin, span.height - 4)
        if hole.width < 1:
            return
        tiles = hole.tiles
        if kind == 0:
            wide, high = min(hole.width, stream.roll(4, 7)), min(hole.height, stream.roll(3, 5))
            x = stream.roll(hole.x, hole.x + hole.width - wide)
            tiles = [*box(x, stream.roll(hole.y, hole.y + hole.height - high), wide, high)]
        elif kind == 1:
            row = stream.roll(hole.y + 1, hole.y + hole.height - 2)
            tiles = [tile for tile in tiles if tile[1] != row]
        else:
            x, y = stream.pick(tiles)
            tiles = [t for t in tiles if abs(t[0] - x) + 2 * abs(t[1] - y) + stream.below(3) < 9]
        if self._gallery > 1:
            x, y = stream.pick(self._cuts), stream.pick((1, self._site.height - 2))
            tiles += box(x + stream.pick((-6, 3)), y, 3, 1)
        near = {t for x, y in strong for t in box(x - 3, y - 3, 7, 7)}
        spared = {*self._kept, *near, *self._doors}
        gap = [t for t in tiles if t not in spared and self._ground[t] == FLOOR]
        self._ground.put(gap, CHASM)
        # Fill the gap from the cut-off parts, step by step, until all floor is connected again.
        while len(parts := pieces(self._ground.floor)) > 1:
            near = {one for part in parts[1:] for tile in part for one in around(tile)}
            shore = [tile for tile in gap if tile in near and self._ground[tile] == CHASM]
            if not shore:
                break
            self._ground.put(shore)
