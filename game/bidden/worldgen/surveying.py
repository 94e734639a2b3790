"""Surveying: the tiles around a tile, and distances on foot."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from bidden.grid.distance import Grid
from bidden.grid.neighbours import AROUND
from bidden.state import WALL
from bidden.worldgen.plan import LevelPlan, Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground

APART: Final = 6
"""The minimum number of steps between a hostile creature and a stair."""
NEAR: Final = 3
"""The maximum number of steps between a guard and the goal."""
_PART: Final = 10
"""The goal lies in the farthest part, of this many equal parts."""


def around(tile: Tile, steps: Iterable[Tile] = AROUND) -> Iterator[Tile]:
    """Return the neighbours of a tile, by their offsets."""
    x, y = tile
    return ((x + dx, y + dy) for dx, dy in steps)


def box(x: int, y: int, width: int, height: int) -> tuple[Tile, ...]:
    """Return the tiles of a rectangle, row by row."""
    columns, rows = range(x, x + width), range(y, y + height)
    return tuple((column, row) for row in rows for column in columns)


def is_doorway(ground: Ground, tile: Tile) -> bool:
    """Return whether a tile within the edge has wall on two opposite sides, and floor on two."""
    x, y = tile
    north, west = ground[x, y - 1], ground[x - 1, y]
    along = north == ground[x, y + 1] and west == ground[x + 1, y]
    return along and {north, west} == {FLOOR, WALL}


def left_of_doorways(ground: Ground, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the doorways that are still open after later changes."""
    return tuple(tile for tile in tiles if ground[tile] == FLOOR and is_doorway(ground, tile))


def steps_from(rows: Sequence[str], start: Tile) -> dict[Tile, int]:
    """Return the number of steps from a tile to each reached floor tile, nearest first."""
    grid = Grid(["".join([cell if cell == FLOOR else WALL for cell in row]) for row in rows])
    found = {}
    for steps, wave in enumerate(grid.flood(*start).waves):
        for tile in grid.tiles_of(wave):
            found[tile] = steps
    return found


def from_any(rows: Sequence[str], ends: Iterable[Tile]) -> dict[Tile, int]:
    """Return the number of steps to each tile from the nearest of these ends. Doors are open."""
    found: dict[Tile, int] = {}
    for end in ends:
        for tile, steps in steps_from(rows, end).items():
            found[tile] = min(steps, found.get(tile, steps))
    return found


def apart_from(
    steps: Mapping[Tile, int], tiles: Sequence[Tile], count: int, least: int = APART
) -> list[Tile]:
    """Return the tiles that are far enough away, and if they are too few, the next farthest.

    ``steps`` has the number of steps to each reached tile. The order of the tiles is kept.
    """
    far = [tile for tile in tiles if steps.get(tile, least) >= least]
    if len(far) >= count or len(far) == len(tiles):
        return far
    near = sorted(steps[tile] for tile in tiles if steps.get(tile, least) < least)
    enough = near[-min(len(near), count - len(far))]
    return [tile for tile in tiles if steps.get(tile, least) >= enough]


def farthest(plan: LevelPlan, start: Tile) -> list[Tile]:
    """Return the farthest tenth of all tiles that are reached without searching, row by row."""
    rows = [[*row] for row in plan.rows]
    for x, y in plan.secrets:
        rows[y][x] = WALL
    steps = steps_from(["".join(row) for row in rows], start)
    ranked = sorted(steps.values())
    least = ranked[-max(1, len(ranked) // _PART)]
    found = [tile for tile, count in steps.items() if count >= least]
    return sorted(found, key=lambda tile: (tile[1], tile[0]))


def is_locked_away(plan: LevelPlan, start: Tile, tile: Tile) -> bool:
    """Return whether a tile is reached only through locked doors."""
    rows = [[*row] for row in plan.rows]
    for lock in plan.locks:
        rows[lock.tile[1]][lock.tile[0]] = WALL
    return tile not in steps_from(["".join(row) for row in rows], start)


def beside(rows: Sequence[str], goal: Tile, taken: Collection[Tile]) -> list[Tile]:
    """Return the free tiles a few steps from a tile, the nearest first."""
    steps = steps_from(rows, goal)
    near = [tile for tile, count in steps.items() if 0 < count <= NEAR and tile not in taken]
    return sorted(near, key=lambda tile: (steps[tile], tile[1], tile[0]))
