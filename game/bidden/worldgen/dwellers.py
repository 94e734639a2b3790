"""The places of inhabitants, of the goal, and of its guard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bidden.content.datafiles import ContentError
from bidden.content.tables import LEVELS
from bidden.worldgen.plan import LevelPlan, Placement, Tile
from bidden.worldgen.surveying import apart_from, beside, farthest, from_any, is_locked_away
from eventcore import Stream


def spread(
    plan: LevelPlan, ways: Sequence[Tile], names: Sequence[str], taken: set[Tile], stream: Stream
) -> list[Placement]:
    """Spread creatures over all rooms but the first, each on its own tile, away from the ways in.

    ``ways`` has the tiles where creatures enter the level. Their tiles are added to ``taken``.
    Raise a ``ContentError`` if the rooms have fewer free tiles than there are creatures.
    """
    tiles = [tile for room in plan.rooms[1:] for tile in room.tiles if tile not in taken]
    if len(names) > len(tiles):
        reason = f"{len(names)} creatures do not fit on {len(tiles)} tiles outside the first room"
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
    """Place the goal among the farthest tenth of the tiles, or behind a lock if the place has one.

    Raises:
        ContentError: No tile is free.
    """
    goal, far = plan.goal, farthest(plan, start)
    if goal is None or not (goal in far or is_locked_away(plan, start, goal)):
        free = [tile for tile in far if tile not in taken]
        if not free:
            raise ContentError(LEVELS, "prize", "there is no free tile for the prize")
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
    """Place the toughest inhabitant a few steps from the goal.

    The guard, the last by ``toughness``, is removed from ``names``, and its tile is added to
    ``taken``. Return it, or an empty name without inhabitants or a free tile nearby.
    """
    near = beside(plan.rows, (prize.x, prize.y), taken)
    if not names or not near:
        return []
    guard = max(names, key=toughness)
    names.remove(guard)
    taken.add(near[0])
    return [Placement(guard, *near[0])]
