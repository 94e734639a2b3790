"""Perishing: things that are used up leave the world."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.movement import Leave
from bidden.events.things import UseUp
from eventcore import APPLY, Component, World, component, handles


@component
class Perishable(Component):
    """Lets its thing be used up."""

    @handles(UseUp, APPLY, role="item")
    def perish(self, using: UseUp, world: World) -> None:
        """Leave the tile, if it lies on one, and the world."""
        if Position in using.item:
            world.publish(Leave(using.item))
        world.despawn(using.item)
