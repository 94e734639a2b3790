"""The places of stairs: in rooms, far apart, and out of the way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

import attrs

from bidden.grid.distance import Flood, Grid
from bidden.state import CHASM, WALL
from bidden.worldgen.plan import Area, LevelPlan, Tile
from eventcore import Stream

_TRIES: Final = 20
"""The number of attempts to draw a tile with a way around it, and two tiles far apart."""


def put_stairs(
    plan: LevelPlan, count: int, taken: Collection[Tile], stream: Stream
) -> tuple[Tile, ...]:
    """Choose tiles for stairs, not in the first room, and if possible in different rooms.

    A stair takes every creature that steps on it off the level. So a way leads around it on all
    sides if its room has such a tile.
    """
    found: list[Tile] = []
    rooms = [*plan.rooms[1:]]
    stream.shuffle(rooms)
    for room in [*rooms, *plan.rooms[:1]] * count:
        if len(found) == count:
            break
        free = [t for t in room.tiles if t not in {*taken, *found, *plan.openings}]
        roomy = [tile for tile in free if _has_a_way_around(plan, tile)]
        if roomy or free:
            found.append(stream.pick(roomy or free))
    return tuple(found)


def put_far_apart(
    plan: LevelPlan, stream: Stream, hoards: Sequence[Area] = (), ends: Sequence[Area] = ()
) -> LevelPlan:
    """Place both stairs and the goal far apart on foot, if possible with a way around each.

    The area with the stair up becomes the first. The stairs are drawn from the pairs with at least
    two thirds of the maximum distance and, if possible, a third of the width. The goal is as far
    as possible from both. A plan with one area is left as it is.

    ``hoards`` are the areas that may have the goal, and ``ends`` those that may have a stair; empty
    for all.
    """
    if len(plan.rooms) < 2:
        return plan
    grid, width = Grid([row.replace(CHASM, WALL) for row in plan.rows]), len(plan.rows[0])
    for _ in range(_TRIES):
        spots = [_spot_in(plan, area, stream) for area in plan.rooms]
        fit = [
            place
            for place, area in enumerate(plan.rooms)
            if _has_a_way_around(plan, spots[place]) and (not ends or area in ends)
        ]
        places = fit if len(fit) > 1 else range(len(spots))
        floods = {place: grid.flood(*spots[place]) for place in places}
        pairs = [
            (_steps(floods[one], spots[one], spots[other]), one, other)
            for one, other in combinations(places, 2)
        ]
        farthest = max(pairs)[0]
        if 3 * farthest >= width:
            break
    least = min(3 * farthest, max(2 * farthest, width))
    _, *both = stream.pick([pair for pair in pairs if 3 * pair[0] >= least])
    up, down = stream.shuffled(both)

    def away(place: int) -> int:
        return min(_steps(floods[end], spots[end], spots[place]) for end in (up, down))

    hidden = [place for place, area in enumerate(plan.rooms) if not hoards or area in hoards]
    goal = max(hidden, key=away)
    first = plan.rooms[up]
    return attrs.evolve(
        plan,
        rooms=(first, *(area for area in plan.rooms if area != first)),
        up=spots[up],
        down=spots[down],
        goal=spots[goal] if goal not in (up, down) else None,
    )


def _steps(flood: Flood, start: Tile, end: Tile) -> int:
    """Return the number of steps from the start of a flood to a tile; 0 if it is not reached."""
    least = max(abs(start[0] - end[0]), abs(start[1] - end[1]))
    return flood.steps_to(flood.grid.number(*end), least) or 0


def _spot_in(plan: LevelPlan, area: Area, stream: Stream) -> Tile:
    """Draw a tile with a way around it; after too many attempts, return the middle."""
    for _ in range(_TRIES):
        tile = stream.pick(area.tiles)
        if _has_a_way_around(plan, tile):
            return tile
    return area.centre


def _has_a_way_around(plan: LevelPlan, tile: Tile) -> bool:
    x, y = tile
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return all(plan.rows[row][column] == "." for column, row in around) and not any(
        spot in plan.openings for spot in around
    )
