"""The boon of passing: through walls."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.movement import Displace
from bidden.grid.tiles import is_free
from bidden.rules.boons.having import HavingBoons
from bidden.state import Levels
from eventcore import REACT, VALIDATE, Component, World, component, handles


@component
class WalkingThrough(Component):
    """Leads through some tiles of wall, to the free tile behind them."""

    @handles(UseBoon, VALIDATE + 13, via="world")
    def find_the_other_side(self, use: UseBoon, world: World) -> None:
        """Say where it ends; refuse where no wall is ahead, or one that is too thick."""
        if use.boon != "pass":
            return
        here, n = use.enactor[Position], 1
        ground, thick = (
            world.root[Levels].at(here.level),
            world.root[HavingBoons].kinds["pass"].reach,
        )
        while n <= thick and ground.is_wall(here.x + n * use.dx, here.y + n * use.dy):
            use.tiles.append((here.x + n * use.dx, here.y + n * use.dy))
            n += 1
        x, y = here.x + n * use.dx, here.y + n * use.dy
        if n == 1:
            use.fail("no wall")
        elif not is_free(x, y, here.level, world):
            use.fail("wall")
        else:
            use.x, use.y = x, y

    @handles(UseBoon, REACT - 23, via="world")
    def come_out(self, use: UseBoon, world: World) -> None:
        """Publish that it is there."""
        if use.boon == "pass":
            level = use.enactor[Position].level
            world.publish(Displace(use.enactor, use.enactor, use.x, use.y, level))
