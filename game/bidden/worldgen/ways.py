"""Ways on foot: what is far enough from the stairs, and what is farthest of all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from bidden.state import WALL
from bidden.worldgen.plan import LevelPlan, Tile
from bidden.worldgen.surveying import steps_from

APART: Final = 6
"""So many steps on foot whoever kills is from any stair at the least."""
NEAR: Final = 3
"""So many steps on foot a guard is from what it guards at the most."""
_PART: Final = 10
"""What is sought lies among the farthest of so many parts."""


def from_any(rows: Sequence[str], ends: Iterable[Tile]) -> dict[Tile, int]:
    """Give how many steps it is to each tile from the nearest of some; through whatever doors."""
    found: dict[Tile, int] = {}
    for end in ends:
        for tile, steps in steps_from(rows, end).items():
            found[tile] = min(steps, found.get(tile, steps))
    return found


def apart_from(
    steps: Mapping[Tile, int], tiles: Sequence[Tile], count: int, least: int = APART
) -> list[Tile]:
    """Give the tiles that are far enough off; where those are too few, the farthest besides.

    Args:
        steps: How many it takes to a tile; what is not in it is come to from nowhere.
        tiles: Those to choose from; they keep their order.
        count: How many are needed, if there are so many.
        least: How many steps are enough.
    """
    far = [tile for tile in tiles if steps.get(tile, least) >= least]
    if len(far) >= count or len(far) == len(tiles):
        return far
    near = sorted(steps[tile] for tile in tiles if steps.get(tile, least) < least)
    enough = near[-min(len(near), count - len(far))]
    return [tile for tile in tiles if steps.get(tile, least) >= enough]


def farthest(plan: LevelPlan, start: Tile) -> list[Tile]:
    """Give the farthest tenth of all tiles that one comes to without searching, row by row.

    Args:
        plan: The level; that doors are locked does not matter.
        start: Where one comes from.
    """
    rows = [[*row] for row in plan.rows]
    for x, y in plan.secrets:
        rows[y][x] = WALL
    steps = steps_from(["".join(row) for row in rows], start)
    ranked = sorted(steps.values())
    least = ranked[-max(1, len(ranked) // _PART)]
    found = [tile for tile, count in steps.items() if count >= least]
    return sorted(found, key=lambda tile: (tile[1], tile[0]))


def is_locked_away(plan: LevelPlan, start: Tile, tile: Tile) -> bool:
    """Say whether one comes to a tile only through doors that are locked."""
    rows = [[*row] for row in plan.rows]
    for lock in plan.locks:
        rows[lock.tile[1]][lock.tile[0]] = WALL
    return tile not in steps_from(["".join(row) for row in rows], start)


def beside(rows: Sequence[str], goal: Tile, taken: Collection[Tile]) -> list[Tile]:
    """Give the free tiles from which it is a few steps to one, the nearest first."""
    steps = steps_from(rows, goal)
    near = [tile for tile, count in steps.items() if 0 < count <= NEAR and tile not in taken]
    return sorted(near, key=lambda tile: (steps[tile], tile[1], tile[0]))
