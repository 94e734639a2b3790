"""Collect settled events and the names of new entities for a journal, and compare events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, TypeAlias

import msgspec

from eventcore.entity import Entity
from eventcore.errors import DescriptionError, EventcoreError
from eventcore.event import Event
from eventcore.journal.settled import Row, Settled, SettledEvents
from eventcore.outcome import DONE, UNHANDLED
from eventcore.schema.values import encode_unchecked
from eventcore.state.digest import SettledHook
from eventcore.tap import Tap
from eventcore.text import short_value, shorten, with_place
from eventcore.world import World

Called: TypeAlias = Callable[[Entity, World], str]  # returns an entity's name, or ""
WORLD: Final = "world"  # the name that is recorded for a world's root entity


def description_error(call: str, error: Exception) -> DescriptionError:
    """Return an error that names a failed call, and describes the error that the call raised."""
    return DescriptionError(f"{call} raises {type(error).__name__}: {with_place(error)}")


def namer_in(world: World, called: Called | None) -> Callable[[Entity], str]:
    """Return a function that returns an entity's name, or an empty str if it has no name."""
    root = world.root

    def name(entity: Entity) -> str:
        if entity is root:
            return WORLD
        try:
            named: object = "" if called is None else called(entity, world)
        except Exception as error:  # the simulation's own code may raise any error
            raise description_error(f"name() of {entity!r}", error) from error
        if not isinstance(named, str):
            raise DescriptionError(f"name() of entity {entity.id} must return a str, not {named!r}")
        return named

    return name


class Newcomers:
    """Collects the entities that enter a world until ``take`` is called, even if they leave again.

    Attributes:
        next_id: The lowest id that ``look`` has not checked yet.
    """

    def __init__(self, world: World, called: Called) -> None:
        self._world = world
        self._name = namer_in(world, called)
        self._come: list[Entity] = []
        self.next_id: int = world._entities.next_id

    def look(self) -> None:
        """Collect the new entities. Call this method before any of them leaves the world."""
        entities = self._world._entities
        new = range(self.next_id, entities.next_id)
        self._come += [entities.by_id[number] for number in new if number in entities.by_id]
        self.next_id = entities.next_id

    def take(self) -> dict[str, str]:
        """Return the names of the new entities, keyed by id, and clear the collection."""
        self.look()
        taken, self._come = self._come, []
        named = ((str(entity.id), self._name(entity)) for entity in taken)
        return {number: name for number, name in named if name}

    def take_all(self) -> dict[str, str]:
        """Return the names of all entities, keyed by id. Afterwards, none of them counts as new."""
        self.look()
        self._come = [*self._world]
        return self.take()


class EventLog(Tap):
    """A tap that collects settled events and the names of new entities until ``take`` is called."""

    def __init__(self, world: World, name: Called | None = None) -> None:
        """Start collecting the events that settle in a world.

        Entities' names are collected only if ``name`` is given; see ``Source.name``.
        """
        self._world = world
        self._newcomers = None if name is None else Newcomers(world, name)
        self._settled: list[Row] = []
        self._fields: dict[str, list[str]] = {}
        world.tap(self)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return the tap that collects the events of one type as rows."""
        fields = sorted(kind._fields_)
        if self._fields.setdefault(kind.__name__, fields) != fields:
            said = "have different fields: rename one, because a journal identifies types by name"
            raise EventcoreError(f"two event types named {kind.__name__} {said}")
        names: dict[str, Any] = {
            "DONE": DONE,
            "keep": self._settled.append,
            "agenda": self._world.agenda,
            "entities": self._world._entities,
            "newcomers": self._newcomers,
        }
        return SettledHook(kind, _SETTLED, names)

    def name_all(self) -> dict[str, str]:
        """Return the names of all current entities, keyed by id, for the header of a journal."""
        return {} if self._newcomers is None else self._newcomers.take_all()

    def take(self) -> SettledEvents:
        """Return the events that have settled since the last call."""
        # If no event has settled, keep the new entities until an event settles.
        names = self._newcomers.take() if self._newcomers is not None and self._settled else {}
        taken = SettledEvents(self._fields, self._settled.copy(), names)
        self._settled.clear()
        return taken


_SETTLED: Final = """
def settled(event):
    if newcomers is not None and entities.next_id > newcomers.next_id:
        newcomers.look()
    cause = event._cause
    parent = None if cause is None else cause._sequence
    row = ({name!r}, event._sequence, agenda._turn, parent, {values})
    keep(row if event._outcome is DONE else (*row, event._outcome._value_, event.reason))
"""


def name_of_event(event: Settled) -> str:
    """Return a settled event's type and number as text."""
    return f"{shorten(event.type)} #{event.seq}"


def first_difference(
    left: SettledEvents | Sequence[Settled], right: SettledEvents | Sequence[Settled]
) -> tuple[tuple[Settled | None, Settled | None], tuple[str, Any, Any]] | None:
    """Return both versions of the first event that differs, and its first differing field.

    Both lists must be in the order in which the events settled. Once the orders differ, events are
    compared in the order of their numbers, so that a cause comes before its effects. If a list
    lacks the event, the differing field is ``type``, with the value None for that list.
    """
    ours, theirs = ({event.seq: event for event in events} for events in (left, right))
    same = takewhile(lambda pair: pair[0].seq == pair[1].seq, zip(left, right, strict=False))
    for number in [*(event.seq for event, _ in same), *sorted(ours.keys() | theirs.keys())]:
        one, other = ours.get(number), theirs.get(number)
        if one and other and one.turn != other.turn:  # treat the later event as missing
            one, other = (one, None) if one.turn < other.turn else (None, other)
        if one is None or other is None:
            return (one, other), ("type", one and one.type, other and other.type)
        for difference in divergences(one, other):
            return (one, other), difference
    return None


def divergences(recorded: Settled, replayed: Settled) -> Iterator[tuple[str, Any, Any]]:
    """Yield the name and both values of each field that differs between two events.

    The value is None for an event that lacks the field.
    """
    for name in ("type", "seq", "turn", "parent", "outcome", "reason"):
        left, right = getattr(recorded, name), getattr(replayed, name)
        # In older journals, an unhandled event has the reason "nothing".
        if left != right and not (name == "reason" and {left, right} == {"nothing", UNHANDLED}):
            yield name, left, right
    # Compare as JSON, because False == 0 == 0.0 in Python.
    data = encode_unchecked(recorded.data), encode_unchecked(replayed.data)
    if data[0] != data[1]:
        mine, theirs = map(msgspec.json.decode, data)
        for name in {**mine, **theirs}:
            both = name in mine and name in theirs
            if not both or encode_unchecked(mine[name]) != encode_unchecked(theirs[name]):
                yield name, mine.get(name), theirs.get(name)


def event_differences(
    recorded: Iterable[Settled], replayed: Iterable[Settled], value: Callable[[str, str, Any], Any]
) -> Iterator[tuple[int, str, str, str]]:
    """For each difference, yield the event's number, a path, and the recorded and replayed values.

    If an event is missing, the path looks like ``event #7``, and the values are event types.
    ``value`` converts field values for display.
    """
    ours, theirs = ({event.seq: event for event in x} for x in (recorded, replayed))
    for number in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(number), theirs.get(number)
        if not mine or not other or mine.type != other.type:
            types = [shorten(event.type) if event else "nothing" for event in (mine, other)]
            yield number, f"event #{number}", types[0], types[1]
            return  # a missing event shifts the numbers of all later events
        event = name_of_event(mine)
        for field, *values in divergences(mine, other):
            texts = [short_value(value(event, field, x)) for x in values]
            yield number, f"{event}: {shorten(field)}", texts[0], texts[1]
