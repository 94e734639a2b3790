"""Hands: opening and shutting doors."""

from __future__ import annotations

from bidden.events.movement import Close, Open, Shut
from bidden.events.queries import WhatIsAt
from bidden.state import Door, Place
from eventcore import AIM, VALIDATE, Component, World, component, handles

__all__ = ["Hands"]


@component
class Hands(Component):
    """Lets its entity work doors within reach."""

    @handles(Close, AIM)
    def find_the_door(self, closing: Close, world: World) -> None:
        """Shut the door that is there, if one is."""
        place = closing.enactor[Place]
        x, y = place.x + closing.dx, place.y + closing.dy
        for other in world.ask(WhatIsAt(world.root, x, y, place.level)).found:
            if Door in other:
                closing.replace(Shut(closing.enactor, other))
                return
        closing.fail("no door")

    @handles(Open, VALIDATE + 10)
    def reach_to_open(self, opening: Open, world: World) -> None:
        """Refuse a door out of reach."""
        if not _near(opening.enactor[Place], opening.door[Place]):
            opening.fail("far")

    @handles(Shut, VALIDATE + 10)
    def reach_to_shut(self, shutting: Shut, world: World) -> None:
        """Refuse a door out of reach."""
        if not _near(shutting.enactor[Place], shutting.door[Place]):
            shutting.fail("far")


def _near(one: Place, other: Place) -> bool:
    return one.distance(other) in (0, 1)
