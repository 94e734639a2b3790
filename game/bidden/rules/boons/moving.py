"""Boons that move their user: the leap, the passage through walls and the rush."""

from __future__ import annotations

from bidden.components.movement.collision import Rooted
from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.magic import Shove
from bidden.events.movement import Displace, Move
from bidden.grid.neighbours import AROUND
from bidden.grid.tiles import is_free, looks_walled
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.ways import somebody_at, tiles_ahead
from bidden.state import Flying, Levels
from eventcore import REACT, VALIDATE, Component, Entity, World, component, handles


@component
class Leap(Component):
    """Leaps some tiles ahead, over creatures, water and chasms."""

    @handles(UseBoon, VALIDATE + 12, via="world")
    def find_the_landing(self, use: UseBoon, world: World) -> None:
        """Choose the farthest free tile before a wall, at least 2 tiles away."""
        if use.boon != "leap":
            return
        here, reach = use.enactor[Position], world.root[HavingBoons].kinds["leap"].reach
        for n in range(1, reach + 1):
            x, y = here.x + n * use.dx, here.y + n * use.dy
            if looks_walled(x, y, here.level, world):
                break
            if n > 1 and is_free(x, y, here.level, world):
                use.x, use.y = x, y
        if use.x < 0:
            use.fail("occupied")

    @handles(UseBoon, REACT - 22, via="world")
    def land(self, use: UseBoon, world: World) -> None:
        """Move the user to the tile, and push the creatures around it one tile away."""
        who = use.enactor
        if use.boon != "leap":
            return
        level = who[Position].level
        if world.publish(Displace(who, who, use.x, use.y, level)).done:
            beside = [somebody_at(use.x + dx, use.y + dy, level, world) for dx, dy in AROUND]
            for other in beside:
                if other is not None and who.alive and other.alive:
                    world.publish(Shove(who, other))


@component
class WalkingThrough(Component):
    """Passes through some tiles of wall to the free tile behind. Secret doors count as wall."""

    @handles(UseBoon, VALIDATE + 13, via="world")
    def find_the_other_side(self, use: UseBoon, world: World) -> None:
        """Choose the tile. Fail if no wall is ahead, or if the wall is too thick."""
        if use.boon != "pass":
            return
        here, thick = use.enactor[Position], world.root[HavingBoons].kinds["pass"].reach
        x, y, n = here.x + use.dx, here.y + use.dy, 1
        while n <= thick and looks_walled(x, y, here.level, world):
            use.tiles.append((x, y))
            x, y, n = x + use.dx, y + use.dy, n + 1
        if n == 1:
            use.fail("no wall")
        elif not is_free(x, y, here.level, world):
            use.fail("wall")
        else:
            use.x, use.y = x, y

    @handles(UseBoon, REACT - 23, via="world")
    def come_out(self, use: UseBoon, world: World) -> None:
        if use.boon == "pass":
            level = use.enactor[Position].level
            world.publish(Displace(use.enactor, use.enactor, use.x, use.y, level))


@component
class Rush(Component):
    """Runs straight on, step by step, and pushes the first creature on the way."""

    @handles(UseBoon, VALIDATE + 14, via="world")
    def find_the_way(self, use: UseBoon, world: World) -> None:
        """Fail if a wall, a shut door, or a creature that cannot be pushed is on the first tile."""
        if use.boon != "rush":
            return
        here, ahead = use.enactor[Position], [*tiles_ahead(use, 2, world)]
        first = somebody_at(*ahead[0], here.level, world) if ahead else None
        if not ahead:
            use.fail("wall")
        elif first is not None and (
            Rooted in first
            or len(ahead) < 2
            or somebody_at(*ahead[1], here.level, world) is not None
        ):
            use.fail("occupied")

    @handles(UseBoon, REACT - 25, via="world")
    def run(self, use: UseBoon, world: World) -> None:
        """Publish step after step, and store the tiles left behind."""
        if use.boon != "rush":
            return
        who, left = use.enactor, list[tuple[int, int]]()
        for _ in range(world.root[HavingBoons].kinds["rush"].reach):
            here = who[Position]
            before = here.spot
            if not self._make_way(use, world):
                break
            world.publish(Move(who, use.dx, use.dy))
            if not who.alive:
                return
            now = who[Position]
            if now.spot == before:
                break
            left.append((before[0], before[1]))
            if now.level != before[2] or _is_above_nothing(who, world):
                break
        use.tiles = left

    def _make_way(self, use: UseBoon, world: World) -> bool:
        """Push the creature ahead. Return whether the next tile is free of creatures."""
        who, here = use.enactor, use.enactor[Position]
        x, y, level = here.x + use.dx, here.y + use.dy, here.level
        other = somebody_at(x, y, level, world)
        if other is None:
            return True
        if use.target not in (None, other):
            return False  # only the first creature is carried along
        use.target = other
        # A creature above a chasm falls after the rush, so the user stops at the edge.
        if _is_above_nothing(other, world):
            return False
        return world.publish(Shove(who, other)).done and somebody_at(x, y, level, world) is None


def _is_above_nothing(who: Entity, world: World) -> bool:
    here = who[Position]
    return Flying not in who and world.root[Levels].at(here.level).is_chasm(here.x, here.y)
