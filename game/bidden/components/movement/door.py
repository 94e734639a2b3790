"""Hinges: what a door itself does when it is opened or shut."""

from __future__ import annotations

from bidden.events.movement import Open, Shut
from bidden.events.queries import WhatIsAt
from bidden.state import Door, Place
from eventcore import APPLY, VALIDATE, Component, World, component, handles

__all__ = ["Hinge"]


@component
class Hinge(Component):
    """Lets a door swing, as long as nothing stands in it."""

    @handles(Open, VALIDATE + 20, role="door")
    def open_only_once(self, opening: Open, world: World) -> None:
        """Refuse to open an open door."""
        if opening.door[Door].open:
            opening.fail("open")

    @handles(Shut, VALIDATE + 20, role="door")
    def shut_only_when_free(self, shutting: Shut, world: World) -> None:
        """Refuse to shut a shut door, or one in which something stands."""
        place = shutting.door[Place]
        if not shutting.door[Door].open:
            shutting.fail("shut")
        elif len(world.ask(WhatIsAt(world.root, place.x, place.y, place.level)).found) > 1:
            shutting.fail("occupied")

    @handles(Open, APPLY, role="door")
    def swing_open(self, opening: Open, world: World) -> None:
        """Stand open from now on."""
        opening.door[Door].open = True

    @handles(Shut, APPLY, role="door")
    def swing_shut(self, shutting: Shut, world: World) -> None:
        """Stand shut from now on."""
        shutting.door[Door].open = False
