"""Sources: on which levels there is what warps boons, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bidden.content.kinds.level_kinds import SourceLots
from bidden.worldgen.plan import LevelPlan, Placement
from eventcore import Stream


def put_source(
    plan: LevelPlan, place: str, lots: SourceLots, things: Iterable[Placement], stream: Stream
) -> Iterator[Placement]:
    """Put a source into a room other than the first, as chance will have it, where nothing else is.

    Args:
        plan: The level.
        place: Of which place it is.
        lots: How many levels have one, and which.
        things: What else is on it.
        stream: The chance of it.
    """
    if place not in lots.of or not stream.chance(lots.percent, 100):
        return
    used = {(one.x, one.y) for one in things} | {*plan.kept}
    free = [tile for room in plan.rooms[1:] for tile in room.tiles if tile not in used]
    if free:
        yield Placement(lots.of[place], *stream.pick(free))
