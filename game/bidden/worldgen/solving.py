"""Whether a level can be solved: what somebody reaches on foot, with the keys found on the way.

A walker counts on nothing that may fail them: they do not swim or jump, and search for no
secret door but to come to what is behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bidden.grid.distance import Grid
from bidden.state import WALL
from bidden.worldgen.plan import LevelPlan, Tile, Way


def flaw_of(plan: LevelPlan) -> str:
    """Say what is wrong with a level; empty where nothing is.

    A sound level has wall all around; every tile of its floor can be come to from the first of
    its areas, and so can all that is to be on it; stairs and goal without a secret door; and
    from behind each way that leads in one direction only there is a way back that needs no key.
    """
    edge = {*plan.rows[0], *plan.rows[-1], *(row[0] + row[-1] for row in plan.rows)}
    if edge - {WALL, WALL * 2}:
        return "its edge is not all wall"
    ground = _Ground(plan)
    for way in plan.ways:
        if not ground.leads_back(way):
            return f"there is no way back from the one-way passage at {way.tile}"
    start = plan.rooms[0].centre
    spots = [spot for spot in (plan.up, plan.down, plan.goal) if spot is not None]
    found = ground.reached(start, plan.secrets)
    for spot in spots:
        if spot not in found:
            return f"{spot} is not reached without a secret door"
    found = ground.reached(start)
    unreached = ground.floor - found
    if unreached:
        return f"{len(unreached)} tiles are not reached, such as {min(unreached)}"
    for spot in plan.kept:
        if spot not in found:
            return f"what is to be at {spot} is not on floor"
    return ""


class _Ground:
    """A level as a walker finds it.

    Attributes:
        floor: All tiles to be walked on.
    """

    def __init__(self, plan: LevelPlan) -> None:
        self._plan = plan
        self.floor = {
            (x, y) for y, row in enumerate(plan.rows) for x, cell in enumerate(row) if cell in SAFE
        }
        self._rows = ["".join([c if c in SAFE else WALL for c in row]) for row in plan.rows]

    def reached(self, start: Tile, shut: Collection[Tile] = ()) -> set[Tile]:
        """Give all tiles reached from one, with the keys that are found on the way."""
        held = set[str]()
        while True:
            locked = [lock.tile for lock in self._plan.locks if lock.key not in held]
            found = self._flood(start, [*locked, *shut])
            keys = {one.key for one in self._plan.keys if one.tile in found}
            if keys <= held:
                return found
            held |= keys

    def leads_back(self, way: Way) -> bool:
        """Say whether somebody who has gone a way can come back to where it begins, keyless."""
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
"""The ground that somebody crosses unharmed whenever they like."""
