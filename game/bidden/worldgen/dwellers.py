"""Dwellers: where those are who live on a level, and what is sought there, which one guards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bidden.content.datafiles import ContentError
from bidden.content.tables import LEVELS
from bidden.worldgen.plan import LevelPlan, Placement, Tile
from bidden.worldgen.ways import apart_from, beside, farthest, from_any, is_locked_away
from eventcore import Stream


def spread(
    plan: LevelPlan,
    ways: Sequence[Tile],
    names: Sequence[str],
    taken: set[Tile],
    stream: Stream,
) -> list[Placement]:
    """Spread creatures over all rooms but the first, each on a tile of its own, off the ways in.

    Args:
        plan: The level.
        ways: Where somebody comes to it, by a stair or at first, and finds nobody beside.
        names: Who lives there.
        taken: The tiles that are not free; theirs are added.
        stream: The chance of it.

    Raises:
        ContentError: The rooms have fewer free tiles than there are creatures.
    """
    tiles = [tile for room in plan.rooms[1:] for tile in room.tiles if tile not in taken]
    if len(names) > len(tiles):
        reason = f"{len(names)} are too many for {len(tiles)} tiles outside the first room"
        raise ContentError(LEVELS, "creatures", reason)
    steps = from_any(plan.rows, ways)
    apart = apart_from(steps, tiles, len(names))
    stream.shuffle(apart)
    creatures = [Placement(name, *apart.pop()) for name in names]
    taken |= {(one.x, one.y) for one in creatures}
    return creatures


def put_prize(
    plan: LevelPlan, prize: str, start: Tile, taken: set[Tile], stream: Stream
) -> list[Placement]:
    """Put what is sought among the farthest tenth of tiles; behind a lock, where its place has one.

    Args:
        plan: The level.
        prize: What is sought.
        start: Where one comes to the level.
        taken: The tiles that are not free; its own is added.
        stream: The chance of it.

    Raises:
        ContentError: No tile is free.
    """
    goal, far = plan.goal, farthest(plan, start)
    if goal is None or not (goal in far or is_locked_away(plan, start, goal)):
        free = [tile for tile in far if tile not in taken]
        if not free:
            raise ContentError(LEVELS, "prize", "there is no free tile for it")
        goal = stream.pick(free)
    taken.add(goal)
    return [Placement(prize, *goal)]


def put_guard(
    plan: LevelPlan,
    prize: Placement,
    names: list[str],
    taken: set[Tile],
    toughness: Callable[[str], Any],
) -> list[Placement]:
    """Put the toughest of those who live on a level a few steps from what is sought.

    Args:
        plan: The level.
        prize: What is sought.
        names: Who lives there; the guard is taken out.
        taken: The tiles that are not free; that of the guard is added.
        toughness: Tells who is tougher than who, by their names.

    Returns:
        The guard; nobody, where nobody lives there or no tile nearby is free.
    """
    near = beside(plan.rows, (prize.x, prize.y), taken)
    if not names or not near:
        return []
    guard = max(names, key=toughness)
    names.remove(guard)
    taken.add(near[0])
    return [Placement(guard, *near[0])]
