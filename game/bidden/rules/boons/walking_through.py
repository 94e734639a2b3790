"""The passing boon: through walls."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.movement import Displace
from bidden.grid.tiles import is_free, looks_walled
from bidden.rules.boons.having import HavingBoons
from eventcore import REACT, VALIDATE, Component, World, component, handles


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
