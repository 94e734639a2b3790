"""Locks: a locked door opens only with its key."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.movement import Open
from bidden.events.queries import WhichKey
from eventcore import APPLY, VALIDATE, Component, World, component, handles


@component
class Lock(Component):
    """Locks a door until somebody opens it with the key. The key is not used up.

    Attributes:
        key: The name of the key.
        locked: Whether it is still locked.
    """

    key: str
    locked: bool = True

    # After the door has checked who opens it.
    @handles(Open, VALIDATE + 15, role="door")
    def stay_locked(self, opening: Open, world: World) -> None:
        """Fail without the key."""
        if self.locked:
            level = self.entity[Position].level
            opening.key = world.ask(WhichKey(opening.enactor, self.key, level)).found
            if opening.key is None:
                opening.fail("locked")

    @handles(Open, APPLY, role="door")
    def be_unlocked(self, opening: Open, world: World) -> None:
        self.locked = False
