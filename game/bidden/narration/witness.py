"""The witness: the player, who reads in the message log about the events in view."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from bidden.components.body.health import Health
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.minds import are_fellows
from bidden.narration.grammar import SOMETHING, YOU, Noun, fill
from bidden.perception.senses.ground import walls_about
from bidden.perception.senses.names import apparent_name
from bidden.perception.senses.noticing import saw_until
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.rules.magic.spells import range_of
from bidden.state import Invisible, Item, count_of, is_somebody, name_of
from bidden.view import Line
from bidden.words import refusal_of, sentence_of, tables, variant_in
from eventcore import Action, Entity, Event, World

F = TypeVar("F", bound=Callable[..., None])
Narrators: TypeAlias = dict[type[Event], Callable[[Any, "Witness"], None]]

REFUSAL: Final = "refusal"
"""The tone of a message that says why an action failed."""
_ROLES: Final = ("yours", "you", "seen", "seen_target")
_KEPT: Final = 500
"""The number of lines kept; older ones are in the journal."""


class Witness:
    """Writes the message log.

    Attributes:
        epitaph: How the player died, in a sentence; empty while alive.
        death: The number of the event the player died in; 0 while alive.
    """

    def __init__(self, world: World, player: Entity) -> None:
        self.world = world
        self.player = player
        self.in_vain = 0  # the last event whose effects all did nothing
        self.go_back_to((), "", 0)
        self._words: Mapping[str, Mapping[str, Any]] = {}
        self._done: Narrators = {}
        self._refused: Narrators = {}

    def go_back_to(self, lines: Iterable[Line], epitaph: str, death: int) -> None:
        """Restore the messages of an earlier moment."""
        self._kept: deque[Line] = deque(lines, maxlen=_KEPT)
        self.epitaph, self.death = epitaph, death
        self.lit = "", 0  # the last ground told to catch fire, and by which event
        self.woken: tuple[int, list[str]] = -1, []  # the names of the last to wake up, and the turn

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines kept, oldest first."""
        return tuple(self._kept)

    def observe(self, narrations: Iterable[Narration]) -> None:
        """Observe the events of some narrations, of which no two have an event in common."""
        self._words = tables()
        for each in narrations:
            self._words = {**self._words, **each.words}
            for kind in each.done.keys() & self._done.keys():
                raise TypeError(f"two narrations describe {kind.__name__}: keep one")
            self._done |= each.done
            self._refused |= each.refused
        kinds: list[type[Event]] = list(dict.fromkeys([Action, *self._done]))
        for kind in kinds:
            if not any(base in kinds for base in kind.__mro__[1:]):
                self.world.observe(kind, self._tell)

    def _tell(self, event: Event) -> None:
        narrators = self._done if event.done else self._refused
        for kind in type(event).__mro__:
            if kind in narrators:
                narrators[kind](event, self)
                return
        if isinstance(event, Action) and not event.done:
            self.refuse(event)

    def say(self, event: Event, variant: str, /, **values: object) -> None:
        """Add a sentence of an event to the log, with values for its braces, or else its fields."""
        if (entry := self._table_with([variant], event).get(variant)) is None:
            raise KeyError(f"{type(event).__name__} has no sentence {variant!r}")

        def value(name: str) -> object:
            given = values[name] if name in values else getattr(event, name)
            return self._own_or_other(given, event) if isinstance(given, Entity) else given

        sentence = sentence_of(entry)
        self.add(event, fill(sentence.text, value), sentence.tone, loud=sentence.loud)

    def say_by_role(self, event: Event, /, **values: object) -> None:
        """Add the first sentence that fits: ``yours``, ``you``, ``seen`` or ``seen_target``.

        A longer key, such as ``you_worked``, wins if that value, field or cause of it is set.
        """
        target = getattr(event, "target", None)
        table = self._table_with(_ROLES, event)
        for role in filter(table.__contains__, _ROLES):
            actor = target if role in ("yours", "seen_target") else event.enactor
            if actor is self.player if role in ("you", "yours") else self.sees(actor):
                self.say(event, variant_in(table, role, partial(_holds, event, values)), **values)
                return

    def _table_with(self, variants: Iterable[str], event: Event) -> Mapping[str, Any]:
        tables = (self._words.get(kind.__name__, {}) for kind in type(event).__mro__)
        return next((table for table in tables if not table.keys().isdisjoint(variants)), {})

    def add(self, event: Event, text: str, tone: str, *, loud: bool = False) -> None:
        """Add a message unless it is empty, or raise the count of the same message before it.

        Refusals in a row are counted each, whatever their order; the latest comes last. A
        ``loud`` message is one that the player must not miss.
        """
        if not text:
            return
        line = Line(text, tone, self.world.turn, event.sequence, loud=loud)
        for place in range(len(self._kept) - 1, -1, -1):
            earlier = self._kept[place]
            if (earlier.text, earlier.tone) == (text, tone):
                del self._kept[place]
                line = attrs.evolve(line, count=earlier.count + 1)
                break
            if not earlier.tone == tone == REFUSAL:
                break
        self._kept.append(line)

    def tell_before_its_cause(self, event: Event) -> None:
        """Put the messages of an event's cause, which were added too early, behind its own."""
        for line in [*self._kept]:
            if event.cause is not None and line.sequence == event.cause.sequence:
                self._kept.remove(line)
                self._kept.append(attrs.evolve(line, sequence=event.sequence))

    def retract(self, text: str) -> bool:
        """Remove the latest message if it is this one, because the next says it again."""
        is_last = bool(self._kept) and (self._kept[-1].text, self._kept[-1].count) == (text, 1)
        if is_last:
            self._kept.pop()
        return is_last

    def refuse(self, event: Event) -> None:
        """Report why an action of the player failed."""
        if event.enactor is self.player and event.replacement is None:  # which reports it
            walls, reach = walls_about(self.player, self.world), range_of(event, self.world)
            self.add(event, refusal_of(event.reason or "", walls, reach), REFUSAL)

    def sees(self, entity: Entity | None) -> bool:
        """Return whether an entity is in the player's view."""
        if entity is None or Position not in entity:
            return False
        here, there = self.player[Position], entity[Position]
        if here.level != there.level:
            return False
        radius = None if self.player.alive else self.player[Memory].radius
        view = in_view_of(self.player, self.world, radius)
        return (there.x, there.y) in view and not is_unnoticed(self.player, entity, self.world)

    def sees_tile(self, level: int, tiles: Iterable[tuple[int, int]]) -> bool:
        """Return whether the living player sees one of some tiles."""
        if not self.player.alive or self.player[Position].level != level:
            return False
        view = in_view_of(self.player, self.world)
        return any(tile in view for tile in tiles)

    def noun(self, entity: Entity, cause: Event | None = None) -> Noun:
        """Return the player's name for an entity: "something" for a creature out of view.

        It keeps its name if a hit drives it out of view, or knocks out the player.
        """
        if entity is self.player or Health not in entity or self.sees(entity):
            return self.named(entity)
        if isinstance(cause, Attack) and {cause.enactor, cause.target} == {self.player, entity}:
            saw = Invisible not in entity and saw_until(self.player, cause, self.world)
            return self.named(entity) if saw else SOMETHING
        return SOMETHING

    def _own_or_other(self, entity: Entity, event: Event) -> Noun:
        noun = self.noun(entity, event.cause)
        has_name = noun.exact or is_somebody(noun.name) or Health not in entity
        yours = not has_name and are_fellows(self.world, self.player, entity)
        return Noun(f"your {noun.name}", exact=True) if yours else noun

    def named(self, entity: Entity) -> Noun:
        """Return the player's name for an entity, even out of view."""
        if entity is self.player:
            return YOU
        if Item not in entity:
            return Noun(name_of(entity))
        return Noun(apparent_name(self.player, entity, self.world), count_of(entity))


class Narration:
    """The narrators of some types of events, by type.

    Attributes:
        words: More sentences than the game has, as ``words`` describes them.
        done: The narrators of events that happened.
        refused: The narrators of events that failed; of other actions the player reads the reason.
    """

    def __init__(
        self, *events: type[Event], words: Mapping[str, Mapping[str, Any]] | None = None
    ) -> None:
        """Narrate some events by the roles in them, as ``Witness.say_by_role`` does."""
        self.words = words or {}
        self.done: Narrators = dict.fromkeys(events, lambda event, log: log.say_by_role(event))
        self.refused: Narrators = {}

    def by_role(
        self,
        event: type[Event],
        /,
        when: Callable[[Any, Witness], object] | None = None,
        **values: Callable[[Any, Witness], object],
    ) -> None:
        """Narrate an event by the roles in it, if ``when`` holds, with values for its sentences."""

        def narrate(event: Event, log: Witness) -> None:
            if when is None or when(event, log):
                given = {name: value(event, log) for name, value in values.items()}
                log.say_by_role(event, **given)

        self.done[event] = narrate

    def on(self, *events: type[Event], failed: bool = False) -> Callable[[F], F]:
        """Decorate the narrator of some events: a function of the event and the witness."""

        def add(narrator: F) -> F:
            (self.refused if failed else self.done).update(dict.fromkeys(events, narrator))
            return narrator

        return add


def _holds(event: Event, values: Mapping[str, object], name: str) -> object:
    is_cause = type(event.cause).__name__.lower() == name
    return is_cause or values.get(name) or (name != "target" and getattr(event, name, None))
