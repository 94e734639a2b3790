"""Locks: a door stays shut to all but those who hold its key."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.movement import Open
from bidden.events.queries import WhichKey
from eventcore import APPLY, VALIDATE, Component, World, component, handles


@component
class Lock(Component):
    """Locks a door until somebody opens it with the key, which they keep; then it is a door.

    Attributes:
        key: What the key is called.
        locked: Whether it is locked still.
    """

    key: str
    locked: bool = True

    # After the door itself has looked who comes there.
    @handles(Open, VALIDATE + 15, role="door")
    def stay_locked(self, opening: Open, world: World) -> None:
        """Refuse who does not hold the key."""
        if self.locked:
            level = self.entity[Position].level
            opening.key = world.ask(WhichKey(opening.enactor, self.key, level)).found
            if opening.key is None:
                opening.fail("locked")

    @handles(Open, APPLY, role="door")
    def be_unlocked(self, opening: Open, world: World) -> None:
        """Be locked no more."""
        self.locked = False
