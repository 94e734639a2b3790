"""The witness: who is told of events, and by which teller, one for each type."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import attrs

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.events.effects import EffectMoment
from bidden.messages.refusals import refusal_of
from bidden.perception.senses.ground import walls_about
from bidden.perception.senses.names import apparent_name
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.state import name_of, the_thing
from bidden.view import Line
from eventcore import Action, Entity, Event, World

E = TypeVar("E", bound=Event)
Tell = Callable[[Any], None]

REFUSAL: Final = "refusal"
"""The tone of a line that only says why nothing was done."""
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
        tellers: Who tells of events of each type, done ones and refused ones.
    """

    def __init__(
        self, world: World, player: Entity, lines: Iterable[Line], epitaph: str, death: int
    ) -> None:
        self.world = world
        self.player = player
        self.lines: deque[Line] = deque(lines, maxlen=_KEPT)
        self.epitaph = epitaph
        self.death = death
        self.tellers: dict[type[Event], tuple[Tell | None, Tell | None]] = {}

    def tell(self, event: Event) -> None:
        """Have an event told by its one teller: that of the most specific class that has one."""
        kind = next(cls for cls in type(event).__mro__ if cls in self.tellers)
        done, refused = self.tellers[kind]
        tell = done if event.done else refused
        if tell is not None:
            tell(event)

    def add(self, event: Event, text: str, tone: str, *, loud: bool = False) -> None:
        """Tell of an event; of the same several times in a row, how often.

        Of refusals in a row each is told once, the latest last.

        Args:
            event: The event.
            text: The line; an empty one is not told.
            tone: The name of its colour.
            loud: Whether the player must not miss it.
        """
        if not text:
            return
        line = Line(text, tone, self.world.turn, event.sequence, loud=loud)
        for place in range(len(self.lines) - 1, -1, -1):
            told = self.lines[place]
            if (told.text, told.tone) == (text, tone):
                del self.lines[place]
                line = attrs.evolve(line, count=told.count + 1)
                break
            if not told.tone == tone == REFUSAL:
                break
        self.lines.append(line)

    def sees(self, thing: Entity) -> bool:
        """Say whether a thing is in the player's view."""
        here, there = self.player[Position], thing[Position]
        if here.level != there.level:
            return False
        radius = None if self.player.alive else self.player[Memory].radius
        if (there.x, there.y) not in in_view_of(self.player, self.world, radius):
            return False
        return not is_unnoticed(self.player, thing, self.world)


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
        """Register the tellers of the events it puts into words."""
        raise NotImplementedError

    def _tell(
        self,
        kind: type[E],
        done: Callable[[E], None] | None = None,
        refused: Callable[[E], None] | None = None,
    ) -> None:
        """Be the teller of events of a type, of done ones and of refused ones.

        Of a refused Action, unless it is said otherwise, the player is told why.

        Raises:
            TypeError: The type has a teller.
        """
        if kind in self._witness.tellers:
            raise TypeError(
                f"{type(self).__name__}: {kind.__name__} has a teller already, and an event has "
                "one: have that one tell all of it"
            )
        if refused is None and issubclass(kind, Action):
            refused = self._tell_refusal
        self._witness.tellers[kind] = done, refused

    def _tell_refusal(self, event: Event) -> None:
        # A blow that took a step's place has its refusal adopted, and told, by the step.
        stands_in = event.cause is not None and event.cause.replacement is event
        if event.enactor is self._player and not stands_in:
            walls = walls_about(self._player, self._world)
            self._add(event, refusal_of(event.reason or "", walls), REFUSAL)

    def _tell_immunity(self, harm: Event, target: Entity, kind: str) -> None:
        if harm.reason != "immune" or isinstance(harm.cause, EffectMoment):
            return
        if target is self._player or self._sees(target):
            self._add(harm, f"{kind.capitalize()} does not harm {self._object(target)}.", "plain")

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
        text = self._object(entity)
        return text[0].upper() + text[1:]

    def _object(self, entity: Entity) -> str:
        return "you" if entity is self._player else the_thing(name_of(entity))
