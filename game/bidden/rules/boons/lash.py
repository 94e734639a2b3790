"""The boon of the lash: who stands ahead is pulled near."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.magic import Shove
from bidden.rules.boons.ways import first_ahead
from eventcore import REACT, VALIDATE, Component, World, component, handles

_REACH: Final = 5


@component
class Lash(Component):
    """Pulls the first creature within 5 tiles to the next tile."""

    @handles(UseBoon, VALIDATE + 11, via="world")
    def find_whom_to_pull(self, use: UseBoon, world: World) -> None:
        """Refuse where nobody is ahead, and where they are near already."""
        if use.boon == "lash":
            use.target = first_ahead(use, _REACH, world)
            if use.target is None:
                use.fail("nobody there")
            elif use.enactor[Position].distance(use.target[Position]) == 1:
                use.fail("nothing")

    @handles(UseBoon, REACT - 1, via="world")
    def pull(self, use: UseBoon, world: World) -> None:
        """Publish the pull."""
        if use.boon == "lash" and use.target is not None:
            gap = use.enactor[Position].distance(use.target[Position]) or 1
            world.publish(Shove(use.enactor, use.target, 1 - gap))
