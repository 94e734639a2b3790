"""Drawing from sources: picking up where no item lies draws from the source on the tile."""

from __future__ import annotations

from collections.abc import Iterable

from bidden.components.boons.warping import Source
from bidden.components.movement.position import Position
from bidden.events.boons import DrawFrom
from bidden.events.things import PickUp
from bidden.rules.movement.occupancy import things_on
from bidden.state import is_secret
from eventcore import AIM, Component, Entity, World, component, handles


@component
class Drawing(Component):
    """Draws from the source on the picker's tile."""

    @handles(PickUp, AIM, via="world")
    def reach_into_it(self, picking: PickUp, world: World) -> None:
        """Draw from the source, unless an item is picked up."""
        source = None if picking.item is not None else source_at(picking.enactor, world)
        if source is not None:
            picking.replace(DrawFrom(picking.enactor, source))


def source_at(who: Entity, world: World) -> Entity | None:
    """Return the source on a creature's tile, or None."""
    here = who[Position]
    return source_among(things_on(*here.spot, world))


def source_among(things: Iterable[Entity]) -> Entity | None:
    """Return the first source among the things on a tile, or None."""
    return next((thing for thing in things if Source in thing and not is_secret(thing)), None)
