"""Mortality: leaving the world, and a corpse in it."""

from __future__ import annotations

from eventcore import APPLY, REACT, Component, World, component, handles
from game.events.being import Arrive
from game.events.combat import Die
from game.state import Look, Place, Title, name_of

__all__ = ["Mortal"]


@component
class Mortal(Component):
    """Lets its entity die (Bidden's Model leaves the corpse).

    Attributes:
        corpse: What its corpse is called; by default as it was, with "corpse" behind.
    """

    corpse: str = ""

    @handles(Die, APPLY, role="target")
    def depart(self, die: Die, world: World) -> None:
        """Leave the world, once all that follows from it has happened."""
        world.despawn(die.target)

    @handles(Die, REACT, role="target")
    def leave_a_corpse(self, die: Die, world: World) -> None:
        """Leave a corpse on the tile."""
        place = die.target[Place]
        corpse = world.spawn(
            Place(place.x, place.y, place.level),
            Title(self.corpse or f"{name_of(die.target)} corpse"),
            Look("%", "corpse"),
        )
        world.publish(Arrive(corpse))
