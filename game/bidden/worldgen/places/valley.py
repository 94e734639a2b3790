"""The valley: open land between two slopes, with woods, rocks and a river bed that winds through.

Sight is long everywhere, and nothing is a chokepoint. Walkers go from cover to cover, round rocks
that hide a whole band and through woods in which arrows do not fly far. The river bed has no cover
at all: everybody has a clear shot along it, and ambushers wait on its banks.
"""

from __future__ import annotations

from typing import Final

from bidden.grid.neighbours import STRAIGHT
from bidden.state import WALL
from bidden.worldgen.plan import LevelPlan, Site, Tile
from bidden.worldgen.shaping.carving import (
    FLOOR,
    Ground,
    close_pockets,
    ellipse,
    parcels,
    spaced,
    trail,
    trim,
)
from bidden.worldgen.stairs import put_far_apart
from bidden.worldgen.surveying import around
from eventcore import Stream

_SLOPE: Final = 3
"""The maximum width of a slope, in tiles."""
_STRETCH: Final = 3
"""The slopes keep their width for this many columns."""
_BUSHES: Final = 12
"""The number of tiles of a bank for each bush."""
_TREES: Final = 75
"""The percentage of tiles of a wood with a tree, unless one is adjacent."""
_COVER: Final = 60
"""The number of tiles of land for each wood or heap of rocks, if there is room."""
_REACH: Final = 20
"""The maximum extent of an area, in steps."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: six areas or more if there is room for them, on both banks."""
    ground = Ground(site.width, site.height)
    _clear(ground, stream)
    bed = _bed(ground, stream)
    ground.put(bed)
    shore = bed | {tile for spot in bed for tile in around(spot)}
    banks = [tile for tile in ground.floor if tile in shore and tile not in bed]
    land = [tile for tile in ground.floor if tile not in shore]
    for number, middle in enumerate(spaced(land, len(land) // _COVER, 3, stream)):
        cover = _wood(ground, middle, stream) if number % 3 == 0 else _rocks(middle, stream)
        ground.put((tile for tile in cover if tile not in shore), WALL)
    ground.put((tile for tile in banks if stream.chance(1, _BUSHES)), WALL)
    close_pockets(ground)
    trim(ground)
    dry = [tile for tile in ground.floor if tile not in bed]
    areas = parcels(dry, spaced(dry, 12, 5, stream), _REACH)
    return put_far_apart(LevelPlan(ground.rows, tuple(areas)), stream)


def _clear(ground: Ground, stream: Stream) -> None:
    north = south = west = east = 1
    for x in range(1, ground.width - 1):
        if x % _STRETCH == 0:
            north, south = _wander(north, stream), _wander(south, stream)
        ground.put((x, y) for y in range(north, ground.height - south))
    for y in range(1, ground.height - 1):
        west, east = _wander(west, stream), _wander(east, stream)
        sides = [*range(west), *range(ground.width - east, ground.width)]
        ground.put(((x, y) for x in sides), WALL)


def _wander(width: int, stream: Stream) -> int:
    return min(_SLOPE, max(1, width + stream.pick((-1, 0, 1))))


def _bed(ground: Ground, stream: Stream) -> set[Tile]:
    """Return the tiles of a river bed from side to side, at least two tiles wide."""
    width, height = ground.width, ground.height
    if stream.chance(1, 2):
        turns = [
            (x, stream.roll(4, height - 5)) for x in (1, width // 3, 2 * width // 3, width - 2)
        ]
    else:
        mean = stream.roll(width // 4, 3 * width // 4)
        bends = [mean + stream.roll(-width // 8, width // 8) for _ in range(3)]
        turns = list(zip(bends, (1, height // 2, height - 2), strict=True))
    line = [
        tile
        for place, start in enumerate(turns[:-1])
        for tile in trail(ground, start, turns[place + 1], stream)
    ]
    return {(x + dx, y + dy) for x, y in line for dx in (0, 1) for dy in (0, 1)}


def _rocks(middle: Tile, stream: Stream) -> list[Tile]:
    heap = [middle, (middle[0] + 1, middle[1])]
    for _ in range(stream.roll(3, 10)):
        (x, y), (dx, dy) = stream.pick(heap), stream.pick(STRAIGHT)
        heap.append((x + 2 * dx, y) if dx else (x, y + dy))
        heap.append((x + dx, y + dy))
    return heap


def _wood(ground: Ground, middle: Tile, stream: Stream) -> list[Tile]:
    trees, taken = [], set[Tile]()
    for tile in ellipse(middle, stream.roll(3, 7), stream.roll(2, 3)):
        free = tile not in taken and ground.holds(tile) and ground[tile] == FLOOR
        if free and stream.chance(_TREES, 100):
            trees.append(tile)
            taken.update(around(tile))
    return trees
