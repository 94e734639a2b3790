"""The leaping boon: over anything but walls. Creatures around the landing are pushed."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.magic import Shove
from bidden.events.movement import Displace
from bidden.grid.neighbours import AROUND
from bidden.grid.tiles import is_free, looks_walled
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.ways import somebody_at
from eventcore import REACT, VALIDATE, Component, World, component, handles


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
