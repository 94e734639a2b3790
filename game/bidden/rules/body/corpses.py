"""The rule of remains: what is left of the dead."""

from __future__ import annotations

from bidden.components.body.health import Health
from bidden.components.body.leaves_corpse import Mortal
from bidden.components.things.edible import Edible
from bidden.components.things.perishable import Perishable
from bidden.events.combat import Die
from bidden.events.movement import Arrive
from bidden.state import Item, Look, Place, Title, name_of
from eventcore import REACT, Component, World, component, handles

__all__ = ["Remains"]


@component
class Remains(Component):
    """Leaves a corpse where somebody died (Bidden's Model does)."""

    @handles(Die, REACT, via="world")
    def leave_a_corpse(self, die: Die, world: World) -> None:
        """Leave a corpse on the tile, worth as much food as the dead had hit points unhurt."""
        dead = die.target
        mortal, health = dead.get(Mortal), dead.get(Health)
        if mortal is None:
            return
        place = dead[Place]
        corpse = world.spawn(
            Place(place.x, place.y, place.level),
            Title(mortal.corpse or f"{name_of(dead)} corpse"),
            Look("%", "corpse"),
            Item(),
            Edible(0 if health is None else health.most),
            Perishable(),
        )
        world.publish(Arrive(corpse))
