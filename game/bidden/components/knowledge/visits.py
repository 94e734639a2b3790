"""Visits: the named rooms that a creature has entered."""

from __future__ import annotations

import attrs

from bidden.components.movement.position import Position
from bidden.events.turns import LookAround
from bidden.perception.senses.chambers import rooms_at
from bidden.state import name_of
from eventcore import REACT, Component, World, component, handles


@component
class Visits(Component):
    """Remembers the named rooms that its entity has entered, in any way.

    It updates when its entity looks around, after each of its turns.

    Attributes:
        rooms: The names of the visited rooms of each level, from the top down, in order of the
            first visit.
    """

    rooms: list[list[str]] = attrs.Factory(list)

    def of(self, level: int) -> list[str]:
        """Return the visited rooms of a level, 1 at the top."""
        return self.rooms[level - 1] if level <= len(self.rooms) else []

    @handles(LookAround, REACT)
    def note_the_room(self, looking: LookAround, world: World) -> None:
        here = self.entity[Position]
        for room in rooms_at(here, world):
            name = name_of(room)
            if name not in self.of(here.level):
                self.rooms += [[] for _ in range(here.level - len(self.rooms))]
                self.rooms[here.level - 1].append(name)
