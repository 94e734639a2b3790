"""The labyrinth: rooms wall to wall, in regions that each hold the key to the next.

The player enters the first region, finds its key and the door to the second, and so on; the way
down is in the last. So the player crosses the whole level and comes back, by loops, one-way
passages and doors without a key yet, and has to remember them. Hidden rooms and the vault hold the
best rewards. Halls give long sight between pillars, and among cells every door may offer a retreat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import attrs

from bidden.grid.distance import Flood, Grid
from bidden.grid.neighbours import AROUND, STRAIGHT
from bidden.worldgen.plan import Area, Hollow, Keyed, LevelPlan, Site, Tile, Way
from bidden.worldgen.shaping.growing import Opening
from bidden.worldgen.shaping.regions import Regions, Style
from eventcore import Stream

KEYS: Final = ("iron key", "brass key", "silver key")
"""The keys to the second region, the third, and the vault. Each lies in the region before."""


def _named(noun: str, *kinds: str) -> tuple[str, ...]:
    return tuple(f"the {kind} {noun}" for kind in kinds)


_STYLES: Final = (
    Style(
        ((3, 2), (4, 2), (2, 2), (3, 1)),
        6,
        _named("hall", "brass", "bronze", "silent", "blind", "horned", "painted", "broken"),
        pillared=True,
    ),
    Style(
        ((4, 1), (3, 1), (1, 3), (1, 2), (2, 1)),
        7,
        _named("gallery", "long", "winding", "whispering", "dusty", "crooked", "forgotten", "red"),
    ),
    Style(
        ((1, 1), (2, 1), (1, 2)),
        7,
        _named("cell", "narrow", "damp", "barred", "scratched", "chained", "empty", "last"),
    ),
)
_VAULTS: Final = _named("vault", "silver", "sealed", "queen's", "bull's")
_TRIES: Final = 30
_LEFTOVERS: Final = 2
"""The maximum number of extra doors between two regions."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: three regions, a vault and hidden rooms, if there is room."""
    styles = stream.shuffled(_STYLES)
    best = Regions(site, styles, stream)
    for _ in range(_TRIES):
        if best.whole:
            break
        other = Regions(site, styles, stream)
        if other.worth > best.worth:
            best = other
    return _Digger(best, site, stream).dig()


class _Digger:
    """Turns regions into a level."""

    def __init__(self, regions: Regions, site: Site, stream: Stream) -> None:
        self._regions = regions
        self._site = site
        self._stream = stream
        self._passages: list[Opening] = []
        self._kept: list[Opening] = []
        self._ways: list[Way] = []
        self._locks: list[Keyed] = []
        self._secrets: list[Tile] = []
        self._taken = set[Tile]()

    def dig(self) -> LevelPlan:
        self._open_what_grew()
        self._close_circles()
        self._open_leftovers()
        openings = {one.tile: None for one in self._kept}
        floors = [self._floor_of(number, openings) for number in range(len(self._regions.region))]
        rows = [["#"] * self._site.width for _ in range(self._site.height)]
        for x, y in (*openings, *(tile for floor in floors for tile in floor)):
            rows[y][x] = "."
        plan = LevelPlan(
            rows=tuple("".join(row) for row in rows),
            rooms=tuple(self._areas(floors)),
            doors=tuple(one.tile for one in self._passages if self._has_door()),
            locks=tuple(self._locks),
            ways=tuple(self._ways),
            secrets=tuple(self._secrets),
        )
        return self._filled(plan, floors)

    def _has_door(self) -> bool:
        return self._stream.chance(self._site.measures.door_percent, 100)

    def _open_what_grew(self) -> None:
        """Open the way from each room to its parent; a lock leads into each region."""
        regions = self._regions
        for one in filter(regions.is_grown, regions.openings):
            self._kept.append(one)
            child = max(one.ends)
            if child in regions.hidden:
                self._secrets.append(one.tile)
            elif child == regions.vault:
                self._locks.append(Keyed(one.tile, KEYS[len(regions.entrances) - 1]))
            elif child in regions.entrances[1:]:
                self._locks.append(Keyed(one.tile, KEYS[regions.region[child] - 1]))
            else:
                self._passages.append(one)

    def _close_circles(self) -> None:
        """Close some loops within regions, the longest by a one-way passage.

        It leads back towards the entrance, so it is not a shortcut to the end.
        """
        regions, passages = self._regions, self._passages
        loops = self._stream.shuffled(regions.loops)
        around = [regions.steps_from(one.ends[0], passages)[one.ends[1]] for one in loops]
        if loops:
            longest = loops.pop(around.index(max(around)))
            entrance = regions.entrances[regions.region[longest.ends[0]]]
            steps = regions.steps_from(entrance, passages)
            turn = 1 if steps[longest.ends[0]] > steps[longest.ends[1]] else -1
            self._ways.append(Way(longest.tile, turn * longest.dx, turn * longest.dy))
            self._kept.append(longest)
        for one in loops:
            is_dead = any(map(self._is_dead_end, one.ends))
            if self._stream.chance(3 if is_dead else 1, 4):
                passages.append(one)
                self._kept.append(one)

    def _open_leftovers(self) -> None:
        """Add doors between regions, with locks that are already in use."""
        regions, leftovers = self._regions, self._stream.roll(0, _LEFTOVERS)
        for one in self._stream.shuffled(regions.openings):
            first, second = sorted(regions.region[end] for end in one.ends)
            apart = first != second and all(map(regions.is_usual, one.ends))
            if apart and leftovers and not regions.is_grown(one):
                leftovers -= 1
                self._locks.append(Keyed(one.tile, KEYS[second - 1]))
                self._kept.append(one)

    def _is_dead_end(self, number: int) -> bool:
        return sum(number in one.ends for one in self._kept) < 2

    def _floor_of(self, number: int, openings: Collection[Tile]) -> tuple[Tile, ...]:
        """Return the floor of a room without pillars and filled corners."""
        room = self._regions.growth.rooms[number]
        right, bottom = room.x + room.width - 1, room.y + room.height - 1
        pillared = self._regions.styles[self._regions.region[number]].pillared

        def is_filled(x: int, y: int) -> bool:
            aside, ahead = min(x - room.x, right - x), min(y - room.y, bottom - y)
            if pillared and room.width > 8 and room.height > 4:
                return ahead == 1 and aside % 4 == 1 and 2 * aside + 2 < room.width
            filled = room.width > 4 and room.height > 2 and aside == ahead == 0
            return filled and not any((x + dx, y + dy) in openings for dx, dy in STRAIGHT)

        return tuple(tile for tile in room.tiles if not is_filled(*tile))

    def _areas(self, floors: Sequence[tuple[Tile, ...]]) -> Iterator[Area]:
        """Yield all rooms with names, except hidden ones. The entrance is first."""
        regions = self._regions
        names = [self._stream.shuffled(style.names) for style in regions.styles]
        start = regions.entrances[0]
        for number in sorted(range(len(floors)), key=lambda number: number != start):
            if number == regions.vault:
                yield Hollow(floors[number], self._stream.pick(_VAULTS))
            elif number not in regions.hidden:
                yield Hollow(floors[number], names[regions.region[number]].pop())

    def _filled(self, plan: LevelPlan, floors: Sequence[tuple[Tile, ...]]) -> LevelPlan:
        regions, grid = self._regions, Grid(plan.rows)
        start, vault = regions.entrances[0], regions.vault
        usual = [number for number in range(len(floors)) if regions.is_usual(number)]
        up = self._roomy(floors[start])
        self._taken.add(up)
        goal = None if vault is None else self._spot(floors[vault])
        floods = [grid.flood(*spot) for spot in (up, goal) if spot is not None]
        last = [n for n in usual if regions.region[n] == len(regions.entrances) - 1]
        ends = {self._roomy(floors[number]): number for number in last}
        ends = {spot: n for spot, n in ends.items() if _is_roomy(floors[n], spot)} or ends
        if max(_steps(floods[0], spot) for spot in ends) * 3 < self._site.width:
            ends = {tile: number for number in last for tile in floors[number]}
        enough = self._site.width // 2

        def apart(spot: Tile) -> tuple[int, ...]:
            away, *others = (_steps(flood, spot) for flood in floods)
            return min(away, enough), *others

        down = max(ends, key=apart)
        self._taken.add(down)
        full, keys = [start, ends[down]], []
        for key, entrance in zip(KEYS, regions.entrances, strict=False):
            if key not in (lock.key for lock in plan.locks):
                break
            steps = regions.steps_from(entrance, self._passages)
            far = max(steps, key=lambda number: (self._is_dead_end(number), steps[number]))
            full.append(far)
            keys.append(Keyed(self._spot(floors[far]), key))
        rich = [n for n in usual if n not in full and self._is_dead_end(n)] + regions.hidden
        rich += [] if vault is None else [vault]
        treasures = tuple(self._spot(floors[number]) for number in rich)
        return attrs.evolve(
            plan, up=up, down=down, goal=goal, keys=tuple(keys), treasures=treasures
        )

    def _spot(self, floor: Sequence[Tile]) -> Tile:
        spot = self._stream.pick([tile for tile in floor if tile not in self._taken] or floor)
        self._taken.add(spot)
        return spot

    def _roomy(self, floor: Sequence[Tile]) -> Tile:
        """Draw a tile surrounded by floor, or any tile if there is none."""
        return self._stream.pick([tile for tile in floor if _is_roomy(floor, tile)] or floor)


def _is_roomy(floor: Collection[Tile], tile: Tile) -> bool:
    x, y = tile
    return all((x + dx, y + dy) in floor for dx, dy in AROUND)


def _steps(flood: Flood, spot: Tile) -> int:
    return flood.steps_to(flood.grid.number(*spot)) or 0
