"""The witness: who is told, what they see and call things, and the lines they were told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import attrs

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.perception.names import apparent_name
from bidden.perception.sight import in_view_of
from bidden.state import name_of
from bidden.view import Line
from eventcore import Entity, Event, World

__all__ = ["Teller", "Witness"]

E = TypeVar("E", bound=Event)

_KEPT: Final = 500
"""How many lines are kept; older ones can be had from the journal."""


class Witness:
    """The player, as the one who is told what happens.

    Attributes:
        world: The world it happens in.
        player: Who is told.
        lines: What they were told, the oldest first.
        epitaph: How they died, in a sentence; empty while alive.
        death: The number of the event they died in; 0 while alive.
    """

    def __init__(
        self, world: World, player: Entity, lines: Iterable[Line], epitaph: str, death: int
    ) -> None:
        self.world = world
        self.player = player
        self.lines: deque[Line] = deque(lines, maxlen=_KEPT)
        self.epitaph = epitaph
        self.death = death

    def add(self, event: Event, text: str, tone: str) -> None:
        """Tell of an event; of the same several times in a row, how often."""
        if not text:
            return
        line = Line(text, tone, self.world.turn, event.sequence)
        last = self.lines[-1] if self.lines else None
        if last is not None and (last.text, last.tone) == (text, tone):
            self.lines[-1] = attrs.evolve(line, count=last.count + 1)
        else:
            self.lines.append(line)

    def sees(self, thing: Entity) -> bool:
        """Say whether a thing is in the player's view."""
        here, there = self.player[Position], thing[Position]
        if here.level != there.level:
            return False
        radius = None if self.player.alive else self.player[Memory].radius
        return (there.x, there.y) in in_view_of(self.player, self.world, radius)


class Teller:
    """Tells the witness of events of one theme."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness
        self._world = witness.world
        self._player = witness.player
        self._add = witness.add
        self._sees = witness.sees
        self.listen()

    def listen(self) -> None:
        """Observe the events it tells of."""
        raise NotImplementedError

    def _tell(self, kind: type[E], teller: Callable[[E], None]) -> None:
        def tell_if_done(event: E) -> None:
            if event.done:
                teller(event)

        self._world.observe(kind, tell_if_done)

    def _called(self, thing: Entity) -> str:
        return apparent_name(self._player, thing, self._world)

    def _whoever(self, entity: Entity) -> str:
        """Name who does something, as far as the player can see who it is."""
        seen = entity is self._player or (Position in entity and self._sees(entity))
        return self._subject(entity) if seen else "Something"

    def _whomever(self, entity: Entity) -> str:
        """Name whom something is done to, as far as the player can see who it is."""
        seen = entity is self._player or (Position in entity and self._sees(entity))
        return self._object(entity) if seen else "something"

    def _subject(self, entity: Entity) -> str:
        return "You" if entity is self._player else f"The {name_of(entity)}"

    def _object(self, entity: Entity) -> str:
        return "you" if entity is self._player else f"the {name_of(entity)}"
