"""Whether a level can be completed: what is reached on foot, with the keys found on the way.

A walker takes no risks: they do not swim or jump, and use a secret door only to see what is behind
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bidden.grid.distance import Grid
from bidden.state import WALL
from bidden.worldgen.plan import LevelPlan, Tile, Way


def flaw_of(plan: LevelPlan) -> str:
    """Return what is wrong with a level, or "".

    A sound level has wall all around. Every tile of its floor, and everything that will be on it,
    can be reached from its first area; stairs and goal without a secret door. From behind each
    one-way passage a way leads back without a key.
    """
    edge = {*plan.rows[0], *plan.rows[-1], *(row[0] + row[-1] for row in plan.rows)}
    if edge - {WALL, WALL * 2}:
        return "part of its edge is not wall"
    ground = _Ground(plan)
    for way in plan.ways:
        if not ground.leads_back(way):
            return f"there is no way back from the one-way passage at {way.tile}"
    start = plan.rooms[0].centre
    spots = [spot for spot in (plan.up, plan.down, plan.goal) if spot is not None]
    found = ground.reached(start, plan.secrets)
    for spot in spots:
        if spot not in found:
            return f"{spot} cannot be reached without a secret door"
    found = ground.reached(start)
    unreached = ground.floor - found
    if unreached:
        return f"{len(unreached)} tiles cannot be reached, such as {min(unreached)}"
    for spot in plan.kept:
        if spot not in found:
            return f"something is placed at {spot}, which is not floor"
    return ""


class _Ground:
    """A level for a walker. ``floor`` has all tiles to walk on."""

    def __init__(self, plan: LevelPlan) -> None:
        self._plan = plan
        self.floor = {
            (x, y) for y, row in enumerate(plan.rows) for x, cell in enumerate(row) if cell in SAFE
        }
        self._rows = ["".join([c if c in SAFE else WALL for c in row]) for row in plan.rows]

    def reached(self, start: Tile, shut: Collection[Tile] = ()) -> set[Tile]:
        """Return all tiles that are reached from one, with the keys found on the way."""
        held = set[str]()
        while True:
            locked = [lock.tile for lock in self._plan.locks if lock.key not in held]
            found = self._flood(start, [*locked, *shut])
            keys = {one.key for one in self._plan.keys if one.tile in found}
            if keys <= held:
                return found
            held |= keys

    def leads_back(self, way: Way) -> bool:
        """Return whether a way without a key leads from behind a passage back to its beginning."""
        (x, y), others = way.tile, [one.tile for one in self._plan.ways]
        shut = [*others, *(lock.tile for lock in self._plan.locks), *self._plan.secrets]
        return (x - way.dx, y - way.dy) in self._flood((x + way.dx, y + way.dy), shut)

    def _flood(self, start: Tile, shut: Iterable[Tile]) -> set[Tile]:
        grid = Grid(self._rows, shut)
        reached = 0
        for wave in grid.flood(*start).waves:
            reached |= wave
        found = set(grid.tiles_of(reached))
        return {tile for tile in self.floor if tile in found}


SAFE = frozenset(".")
"""The ground that is always harmless."""
