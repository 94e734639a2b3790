"""Visits: which rooms with names of their own a creature has been in."""

from __future__ import annotations

import attrs

from bidden.components.movement.position import Position
from bidden.events.turns import LookAround
from bidden.perception.senses.chambers import rooms_at
from bidden.state import name_of
from eventcore import REACT, Component, World, component, handles


@component
class Visits(Component):
    """Remembers by name the rooms that its entity has come into, whichever way it came.

    It takes note when its entity is told to look around: after each turn of its own.

    Attributes:
        rooms: What the rooms of each level are called that it was in, from the top down, those
            first in which it was first.
    """

    rooms: list[list[str]] = attrs.Factory(list)

    def of(self, level: int) -> list[str]:
        """Give the rooms of a level, 1 at the top."""
        return self.rooms[level - 1] if level <= len(self.rooms) else []

    @handles(LookAround, REACT)
    def note_the_room(self, looking: LookAround, world: World) -> None:
        """Remember the room it is in."""
        here = self.entity[Position]
        for room in rooms_at(here, world):
            name = name_of(room)
            if name not in self.of(here.level):
                self.rooms += [[] for _ in range(here.level - len(self.rooms))]
                self.rooms[here.level - 1].append(name)
