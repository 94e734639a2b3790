"""The rule of drawing from sources: where nothing lies to be taken up, one reaches into those."""

from __future__ import annotations

from collections.abc import Iterable

from bidden.components.boons.source import Source
from bidden.components.movement.position import Position
from bidden.events.boons import DrawFrom
from bidden.events.things import PickUp
from bidden.rules.movement.occupancy import things_on
from bidden.state import is_secret
from eventcore import AIM, Component, Entity, World, component, handles


@component
class Drawing(Component):
    """Lets who takes up nothing draw from what they stand on."""

    @handles(PickUp, AIM, via="world")
    def reach_into_it(self, picking: PickUp, world: World) -> None:
        """Draw from a source, where no thing is taken up."""
        source = None if picking.item is not None else source_at(picking.enactor, world)
        if source is not None:
            picking.replace(DrawFrom(picking.enactor, source))


def source_at(who: Entity, world: World) -> Entity | None:
    """Give the source on which somebody stands; None where there is none."""
    here = who[Position]
    return source_among(things_on(here.x, here.y, here.level, world))


def source_among(things: Iterable[Entity]) -> Entity | None:
    """Give the source that is among what is on a tile; None where none is."""
    return next((one for one in things if Source in one and not is_secret(one)), None)
