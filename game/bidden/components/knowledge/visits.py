"""Visits: the named rooms that a creature has entered."""

from __future__ import annotations

import attrs

from bidden.components.movement.position import Position
from bidden.events.movement import Move
from bidden.events.turns import LookAround
from bidden.perception.senses.chambers import holds, rooms_at
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


def entered(move: Move, here: Position, world: World) -> str:
    """Return the room that a step to ``here`` enters for the first time, or an empty string."""
    visits, rooms = move.enactor.get(Visits), rooms_at(here, world)
    # A step from one room into another that overlaps it enters nothing new.
    overlaps = any(holds(room, move.from_x, move.from_y) for room in rooms)
    name = "" if overlaps else next(map(name_of, rooms), "")
    return "" if visits is not None and name in visits.of(here.level) else name
