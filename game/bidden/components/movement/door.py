"""Doors: who can use them, how they open and close, and locks that open only with a key."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.movement import Close, Open
from bidden.events.queries import WhatIsAt, WhichKey
from bidden.state import is_secret
from eventcore import APPLY, VALIDATE, Component, Entity, World, component, handles


@component
class UsesDoors(Component):
    """Lets its entity open and close doors within reach."""

    @handles(Close, VALIDATE + 5)
    def look_for_the_door(self, closing: Close, world: World) -> None:
        if closing.door is None:
            closing.fail("no door")


@component
class Door(Component):
    """A door, open or shut; a shut door blocks steps and sight.

    It closes as long as nothing stands in it.

    Attributes:
        open: Whether it is open.
    """

    open: bool = False

    @handles(Open, VALIDATE + 10, role="door")
    def open_only_once(self, opening: Open, world: World) -> None:
        """Fail for an open or undiscovered door, and for creatures that cannot open doors."""
        if is_secret(self.entity):
            opening.fail("no door")
        elif not self._is_in_reach(opening.enactor):
            opening.fail("far")
        elif self.open:
            opening.fail("open")

    @handles(Close, VALIDATE + 10, role="door")
    def close_only_when_free(self, closing: Close, world: World) -> None:
        """Fail for a shut or blocked door, and for creatures that cannot close doors."""
        place = self.entity[Position]
        if is_secret(self.entity):
            closing.fail("no door")
        elif not self._is_in_reach(closing.enactor):
            closing.fail("far")
        elif not self.open:
            closing.fail("shut")
        elif len(world.ask(WhatIsAt(world.root, *place.spot)).found) > 1:
            closing.fail("occupied")

    @handles(Open, APPLY, role="door")
    def swing_open(self, opening: Open, world: World) -> None:
        self.open = True

    @handles(Close, APPLY, role="door")
    def swing_shut(self, closing: Close, world: World) -> None:
        self.open = False

    def _is_in_reach(self, who: Entity) -> bool:
        return UsesDoors in who and who[Position].distance(self.entity[Position]) in (0, 1)


def is_shut_door(thing: Entity) -> bool:
    """Return whether a thing is a shut door, which blocks steps, sight, gas and missiles."""
    door = thing.get(Door)
    return door is not None and not door.open


def is_hidden_door(thing: Entity) -> bool:
    """Return whether a thing is an undiscovered door, which looks like a wall."""
    return is_shut_door(thing) and is_secret(thing)


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
