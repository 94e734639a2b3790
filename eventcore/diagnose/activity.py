"""Record what handlers, observers and the simulation do, as plain rows that can be compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from enum import StrEnum
from itertools import chain, count
from typing import Any, Final

import msgspec

from eventcore.component import Component
from eventcore.event import Event, Query, name_of
from eventcore.handler import Handler
from eventcore.outcome import FAILED, REPLACED
from eventcore.replay.names import Called, Newcomers
from eventcore.schema.values import UNSAVED, fields_of
from eventcore.tap import Tap
from eventcore.trace.watch import Call, Running
from eventcore.world import World


class Kind(StrEnum):
    """What a handler, an observer or the simulation did."""

    PUBLISHED = "published"
    RAN = "ran"
    WROTE = "wrote"
    DREW = "drew from"
    SCHEDULED = "scheduled"
    ANSWERED = "answered"
    KEPT = "kept"
    SPAWNED = "spawned"
    REMOVED = "removed"


class Row(msgspec.Struct, frozen=True):
    """An act: one thing that a handler, an observer or the simulation did.

    Attributes:
        by: The name of the handler or observer; empty if neither was running.
        priority: The priority of the handler; 0 for an observer.
        event: The type and number of the event that was handled or observed.
        call: The number of the handler's call; for an answer, the number of the call that asked the
            query; 0 if no handler was running.
        subject: The type of the event or query, the stream, or the path of the component, entity,
            scheduled event or field, such as ``Count #3: added`` or ``entities[2].Purse.coins``.
        number: The number of the event, or the number of draws.
        before: The old value as JSON; empty if the field had no value, as in a new event.
        after: The new value as JSON, or a text about the answer or the scheduled event.
    """

    kind: Kind
    turn: int
    by: str = ""
    priority: int = 0
    event: str = ""
    call: int = 0
    subject: str = ""
    number: int = 0
    before: str = ""
    after: str = ""
    observer: bool = False


class Activity(Running):
    """A tap that records the activity in a world.

    Recording values is slow, because the components of the entities in running events are read
    after each handler. A component of the root is read only while one of its handlers runs.

    Attributes:
        rows: The acts recorded so far, in order.
        names: The names of all entities, by id, including entities that have left the world.
    """

    def __init__(
        self, world: World, called: Called | None = None, also: Collection[int] = ()
    ) -> None:
        """Begin to record a world; ``also`` lists the ids of additional entities to read."""
        super().__init__()
        self.rows: list[Row] = []
        self._world = world
        self._newcomers = Newcomers(world, called or (lambda entity, world: ""))
        self.names: dict[str, str] = self._newcomers.take_all()
        self._also = also
        self._draws = Counter(dict(world.draws()))
        self._planned = world.agenda.planned
        self._present: set[int] = set()
        self._next_id = 0
        self._running: list[Event] = []
        self._published: list[Event] = []  # published events that observers get later
        self._read: dict[str, bytes] = {}  # the fields as JSON, by the prefix of their paths
        self._numbers: dict[Call, int] = defaultdict(count(1).__next__)
        self._answers = _Answers(self)
        world.tap(self)
        world._observers.watchers.append(self._look)
        world._observers.keepers.append(self._note_kept)
        self._find_entities()
        self._move()

    def take(self) -> list[Row]:
        """Return the acts since the last call. Call this method after each intent."""
        self._look()
        self._published.clear()
        self._answers.asked.clear()
        self._move()
        self.names |= self._newcomers.take()  # not earlier, because naming may publish queries
        taken, self.rows = self.rows, []
        return taken

    def tap_for_query(self, kind: type[Query]) -> Tap:
        return self._answers

    def published(self, event: Event) -> None:
        self._look()
        cause, call = event.cause, self.publisher_of(event)
        # If a handler replaced the cause with this event, that handler has published it.
        handler = None if call is None else call.handler
        if cause is not None and cause.failed_by is not None:
            handler = cause.failed_by
        act = {**_by(handler), "event": "" if cause is None else name_of(cause)}
        act["call"] = 0 if call is None else self._numbers[call]
        self._add(Kind.PUBLISHED, act, subject=type(event).__name__, number=event.sequence)
        for field, value in _fields(_snapshot(event)).items():
            self._add(Kind.WROTE, act, subject=f"{name_of(event)}: {field}", after=value)
        self._running.append(event)
        self._published.append(event)
        self._move()

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        super().handling(event, handler, component)
        self._add(Kind.RAN, self._act(), subject=_place(component))
        self._move()

    def handled(self, event: Event, handler: Handler) -> None:
        self._look()
        super().handled(event, handler)
        self._move()

    def settled(self, event: Event) -> None:
        while self._running and self._running.pop() is not event:
            pass  # if an error ended an event, the event never settled
        if event.cause is None:
            self.calls.clear()
            self._numbers.clear()
        self._move()

    def note_answer(self, query: Event, handler: Handler, fields: bytes) -> None:
        """Record that a handler changed a query that another handler had asked."""
        if self.call is not None:
            values = {k: v for k, v in _fields(fields).items() if k not in query._roles_}
            shown = ", ".join(f"{name} {value}" for name, value in values.items())
            act = {**self._act(), **_by(handler)}
            self._add(Kind.ANSWERED, act, subject=type(query).__name__, after=shown)

    def _note_kept(self, kept: tuple[Event, str]) -> None:
        self._add(Kind.KEPT, {"by": kept[1], "event": name_of(kept[0]), "observer": True})

    def _add(self, kind: Kind, act: dict[str, Any], **more: Any) -> None:
        self.rows.append(Row(kind, self._world.turn, **act, **more))

    def _act(self, observer: str = "", event: Event | None = None) -> dict[str, Any]:
        """Return the fields of a row that identify the running observer or handler."""
        if observer or self.call is None:
            where = "" if event is None else name_of(event)
            return {"by": observer, "event": where, "observer": bool(observer)}
        call = self.call
        return {**_by(call.handler), "event": call.where, "call": self._numbers[call]}

    def _look(self, observer: str = "", event: Event | None = None) -> None:
        """Record what the running observer or handler has changed since the last call."""
        act = self._act(observer, event)
        draws = Counter(dict(self._world.draws()))
        for stream, number in (draws - self._draws).items():
            self._add(Kind.DREW, act, subject=stream, number=number)
        self._draws = draws
        agenda, planned = self._world.agenda, self._planned
        self._planned = agenda.planned
        if self._planned != planned:
            handles = {handle.number: handle for handle in (*agenda.scheduled(), *agenda.held())}
            for number in sorted(number for number in handles if number > planned):
                text = f"{type(handles[number].event).__name__} due at {handles[number].due}"
                self._add(Kind.SCHEDULED, act, subject=f"scheduled[{number}]", after=text)
        for kind, numbers in self._find_entities():
            for number in sorted(numbers):
                self._add(kind, act, subject=f"entities[{number}]")
        held, self._read = self._read, {at: _snapshot(x) for at, x in self._watched().items()}
        for place in {**held, **self._read}:
            old, new = (read.get(place, b"{}") for read in (held, self._read))
            if old != new:
                fields = _fields(old), _fields(new)
                for name in dict.fromkeys(chain(*fields)):
                    before, after = (values.get(name, "") for values in fields)
                    if before != after:
                        self._add(Kind.WROTE, act, subject=place + name, before=before, after=after)

    def _find_entities(self) -> Iterable[tuple[Kind, set[int]]]:
        """Return the ids of entities that were spawned or removed since the last call."""
        entities, before = self._world._entities, self._present
        # An entity that is despawned during an event leaves the world only when the event settles.
        leaving = [one.id for left in self._world._despawned.values() for one in left]
        if (entities.next_id, len(entities.by_id) - len(leaving)) == (self._next_id, len(before)):
            return ()
        self._present, self._next_id = {*entities.by_id}.difference(leaving), entities.next_id
        self._newcomers.look()
        return (Kind.SPAWNED, self._present - before), (Kind.REMOVED, before - self._present)

    def _move(self) -> None:
        """Read the watched events and components that have not been read yet."""
        held = self._read
        self._read = {at: held.get(at) or _snapshot(x) for at, x in self._watched().items()}

    def _watched(self) -> dict[str, Event | Component]:
        """Return the events and components to read, by the prefix of their field paths."""
        events, by_id = self._running or self._published, self._world._entities.by_id
        roles = [getattr(event, role) for event in events for role in event._roles_]
        also = [by_id[number] for number in self._also if number in by_id]
        entities = [*also, *(x for x in roles if x is not None and x is not self._world.root)]
        parts = [part for entity in dict.fromkeys(entities) for part in entity.components]
        own = [call.component for call in self.calls]
        running: dict[str, Event | Component] = {f"{name_of(x)}: ": x for x in self._running}
        return running | {f"{_place(part)}.": part for part in (*parts, *own) if part._fields_}


class _Answers(Tap):
    """Hooks that record how handlers answer the queries of other handlers."""

    def __init__(self, activity: Activity) -> None:
        self._activity = activity
        self.asked: dict[Event, bytes] = {}

    def published(self, event: Event) -> None:
        self.asked[event] = _snapshot(event)

    def handled(self, event: Event, handler: Handler) -> None:
        old, new = self.asked[event], _snapshot(event)
        self.asked[event] = new
        if new != old:
            self._activity.note_answer(event, handler, new)

    def settled(self, event: Event) -> None:
        del self.asked[event]


def _by(handler: Handler | None) -> dict[str, Any]:
    return {} if handler is None else {"by": handler.label, "priority": int(handler.priority)}


def _snapshot(packet: Event | Component) -> bytes:
    fields = fields_of(packet)
    if isinstance(packet, Event) and packet.outcome in (FAILED, REPLACED):
        fields |= {"outcome": packet.outcome.value, "reason": packet.reason}
    try:
        return _encode(fields)
    except UNSAVED:  # for example, a field is a list that contains itself
        return b"{}"


def _fields(snapshot: bytes) -> dict[str, str]:
    """Return the JSON text of each field."""
    fields = msgspec.json.decode(snapshot, type=dict[str, msgspec.Raw])
    return {name: bytes(value).decode() for name, value in fields.items()}


def _plain(value: Any) -> Any:
    return value._plain_() if hasattr(value, "_plain_") else f"<{type(value).__name__}>"


_encode: Final = msgspec.json.Encoder(enc_hook=_plain, order="deterministic").encode


def _place(part: Component) -> str:
    number = 0 if part._entity is None else part._entity.id
    return f"entities[{number}].{part._declared_.__name__}"
