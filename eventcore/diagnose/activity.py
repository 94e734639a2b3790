"""Activity: what a world does, as plain rows in order, which two runs can compare."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from sys import getrefcount
from typing import Any, Final, Self

import msgspec

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event, Query
from eventcore.handler import Handler
from eventcore.outcome import FAILED, REPLACED
from eventcore.schema.encoding import UNSAVED, fields_of
from eventcore.tap import Tap
from eventcore.trace.running import Call, Running
from eventcore.world import World

PUBLISHED: Final = "published"
SET: Final = "published with"
RAN: Final = "ran"
WROTE: Final = "wrote"
DREW: Final = "drew from"
SCHEDULED: Final = "scheduled"
ANSWERED: Final = "answered"
ASKED: Final = "asked"
KEPT: Final = "kept"

_ONE_REFERENCE: Final = 2
"""What ``getrefcount`` returns for an event that only one local variable holds."""


class Row(msgspec.Struct, frozen=True):
    """An act of a handler, an observer or the simulation.

    Attributes:
        kind: The act, one of the constants of this module.
        turn: The turn.
        by: The handler or observer; empty if neither was running.
        priority: The priority of the handler; 0 for an observer.
        event: The type and number of the event whose chain ran, or that was observed.
        call: The number of the handler's call; 0 outside of handlers.
        subject: The type of the event or query, the stream, the component, or the field, as in
            ``Count #3: added`` and ``entities[2].Purse.coins``.
        number: The number of the event or scheduled event, of draws, or of the handlers that
            changed a query.
        before: The old value as JSON, empty if there was none; the handlers that changed a query,
            or all of its handlers if none did.
        after: The new value, the fields of a query, or the time for which an event is scheduled.
        observer: Whether an observer did it.
    """

    kind: str
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
    """A tap that writes down the activity of a world; a context manager.

    With values it reads the components of the entities in running events after each handler, so
    it is for short stretches. Of the root it reads only the components whose handlers run.

    Attributes:
        rows: The activity so far.
        values: Whether to note values and writes, and not only what ran, was published and drawn.
    """

    def __init__(self, world: World, *, values: bool = True, also: Collection[int] = ()) -> None:
        """Prepare the tap; ``also`` are ids of entities to read besides those in events."""
        super().__init__()
        self.rows: list[Row] = []
        self.values: bool = values
        self._world = world
        self._also = also
        self._draws = dict(world.draws())
        self._planned = world.agenda.planned
        self._running: list[Event] = []
        self._fields: dict[str, bytes] = {}
        self._parts: dict[Component, tuple[str, bytes]] = {}
        self._entities: list[Entity] = []
        self._numbers: dict[Call, int] = {}
        self._calls = 0
        self._observing: tuple[str, Event | None] = ("", None)
        self._observers: dict[str, tuple[Event, list[str]]] = {}
        self._queries = _Queries(self)

    def __enter__(self) -> Self:
        self._world.tap(self)
        self._world._observers.watchers.append(self._look)
        self._move()
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)
        self._world._observers.watchers.remove(self._look)

    def watch_values(self) -> None:
        """Note values and writes from now on."""
        if not self.values:
            self.values = True
            self._move()

    def tap_for_query(self, kind: type[Query]) -> Tap:
        return self._queries

    def published(self, event: Event) -> None:
        self._look()
        cause, call, name = event.cause, self.publisher_of(event), _name(event)
        by, number = (None, 0) if call is None else (call.handler, self._numbers[call])
        if cause is not None and cause.failed_by is not None:
            by = cause.failed_by  # it has replaced the cause by this event
        act = {"event": "" if cause is None else _name(cause), "call": number}
        self.add(PUBLISHED, by, subject=type(event).__name__, number=event.sequence, **act)
        if self.values:
            self._fields[name] = _snapshot(event)
            for field, value in _read(self._fields[name]).items():
                self.add(SET, by, subject=f"{name}: {field}", after=_text(value), **act)
            self._running.append(event)
            self._observers[name] = event, []
            self._move()

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        super().handling(event, handler, component)
        self._calls += 1
        self._numbers[self.calls[-1]] = self._calls
        self.note(RAN, subject=_place(component))
        self._move()

    def handled(self, event: Event, handler: Handler) -> None:
        self._look()
        super().handled(event, handler)
        self._move()

    def settled(self, event: Event) -> None:
        while self._running and self._running.pop() is not event:
            pass  # an event that raised has not settled
        if event.cause is None:
            self.calls.clear()
            self._numbers.clear()
        self._move()

    def end_intent(self) -> None:
        """Note what was done since the last handler, and which observed events are still held."""
        self._look()
        kept = []
        while self._observers:  # the last event first, as each holds its cause
            name, (event, observers) = self._observers.popitem()
            if observers and getrefcount(event) > _ONE_REFERENCE:
                kept += [(name, observer) for observer in dict.fromkeys(observers)]
            del event
        for name, observer in reversed(kept):
            self.add(KEPT, observer, event=name, observer=True)
        self._fields.clear()
        self._move()

    def take(self) -> list[Row]:
        """Return the rows, and begin anew."""
        taken, self.rows = self.rows, []
        return taken

    def note(self, kind: str, **more: Any) -> None:
        """Add a row of the observer or the handler that is running."""
        observer, event = self._observing
        call = None if observer else self.call
        if call is not None:
            self.add(kind, call.handler, event=call.where, call=self._numbers[call], **more)
        else:
            where = "" if event is None else _name(event)
            self.add(kind, observer, event=where, observer=bool(observer), **more)

    def add(self, kind: str, by: Handler | str | None, **more: Any) -> None:
        """Add a row."""
        if isinstance(by, Handler):
            more["priority"], by = int(by.priority), by.label
        self.rows.append(Row(kind, self._world.turn, by or "", **more))

    def _look(self, observer: str = "", event: Event | None = None) -> None:
        """Note what has changed since the last look, by a handler or an observer of an event."""
        self._observing = observer, event
        if event is not None and _name(event) in self._observers:
            self._observers[_name(event)][1].append(observer)
        draws, held = dict(self._world.draws()), self._draws
        for stream, count in draws.items():
            if count != held.get(stream, 0):
                self.note(DREW, subject=stream, number=count - held.get(stream, 0))
        self._draws = draws
        agenda, planned = self._world.agenda, self._planned
        self._planned = agenda.planned
        if self._planned != planned:
            handles = {handle.number: handle for handle in (*agenda.scheduled(), *agenda.held())}
            for number in sorted(number for number in handles if number > planned):
                kind, due = type(handles[number].event).__name__, str(handles[number].due)
                self.note(SCHEDULED, subject=kind, number=number, after=due)
        if self.values:
            self._look_at_values()
        self._observing = "", None

    def _look_at_values(self) -> None:
        for event in self._running:
            name = _name(event)
            old, self._fields[name] = self._fields[name], _snapshot(event)
            self._compare(f"{name}: ", old, self._fields[name])
        held, self._parts = self._parts, {x: (at, _snapshot(x)) for x, at in self._watched()}
        for part, (place, _) in {**held, **self._parts}.items():
            old, new = (parts.get(part, (place, b"{}"))[1] for parts in (held, self._parts))
            self._compare(f"{place}.", old, new)

    def _compare(self, place: str, old: bytes, new: bytes) -> None:
        if old != new:
            before, after = _read(old), _read(new)
            for field in dict.fromkeys([*before, *after]):
                values = _text(before.get(field)), _text(after.get(field))
                if values[0] != values[1]:
                    self.note(WROTE, subject=f"{place}{field}", before=values[0], after=values[1])

    def _move(self) -> None:
        """Read what is at work now; what was read before stays as it was read."""
        if self.values:
            # Observers are called when all events have settled.
            events = self._running or [event for event, _ in self._observers.values()]
            roles = (getattr(event, role) for event in events for role in event._roles_)
            by_id, root = self._world._entities.by_id, self._world.root
            also = [by_id[number] for number in self._also if number in by_id]
            self._entities = [*also, *(entity for entity in roles if entity not in (None, root))]
            held = self._parts
            self._parts = {x: held.get(x) or (at, _snapshot(x)) for x, at in self._watched()}

    def _watched(self) -> Iterable[tuple[Component, str]]:
        entities = dict.fromkeys(self._entities)
        parts = [part for entity in entities for part in entity.components]
        own = [call.component for call in self.calls]
        return {part: _place(part) for part in (*parts, *own) if part._fields_}.items()


class _Queries(Tap):
    """The hooks of an activity for the queries that handlers ask."""

    def __init__(self, activity: Activity) -> None:
        self._activity = activity
        self._asked: list[tuple[Event, list[bytes], list[str], list[str]]] = []

    def published(self, event: Event) -> None:
        self._asked.append((event, [_snapshot(event)], [], []))

    def handled(self, event: Event, handler: Handler) -> None:
        fields, changed, ran = self._latest(event)
        held, fields[0] = fields[0], _snapshot(event)
        ran.append(handler.label)
        if held != fields[0]:
            changed.append(handler.label)
            self._add(ANSWERED, handler, event, fields[0])

    def settled(self, event: Event) -> None:
        fields, changed, ran = self._latest(event)
        self._asked.pop()
        by, call = ", ".join(dict.fromkeys(changed or ran)), self._activity.call
        handler = None if call is None else call.handler
        self._add(ASKED, handler, event, fields[0], before=by, number=len(changed))

    def _latest(self, query: Event) -> tuple[list[bytes], list[str], list[str]]:
        while self._asked[-1][0] is not query:  # a query that raised has not settled
            self._asked.pop()
        return self._asked[-1][1:]

    def _add(self, kind: str, by: Handler | None, query: Event, fields: bytes, **more: Any) -> None:
        call = self._activity.call
        if call is not None:
            values = {k: v for k, v in _read(fields).items() if k not in query._roles_}
            shown = ", ".join(f"{name} {_text(value)}" for name, value in values.items())
            act = {"event": call.where, "call": self._activity._numbers[call], **more}
            self._activity.add(kind, by, subject=type(query).__name__, after=shown, **act)


def _snapshot(packet: Event | Component) -> bytes:
    fields = fields_of(packet)
    if isinstance(packet, Event) and packet.outcome in (FAILED, REPLACED):
        fields |= {"outcome": packet.outcome.value, "reason": packet.reason}
    try:
        return _encode(fields)
    except UNSAVED:  # it holds itself
        return b"{}"


def _read(snapshot: bytes) -> dict[str, msgspec.Raw]:
    return msgspec.json.decode(snapshot, type=dict[str, msgspec.Raw])


def _text(value: msgspec.Raw | None) -> str:
    return "" if value is None else bytes(value).decode()


def _plain(value: Any) -> Any:
    return value._plain_() if hasattr(value, "_plain_") else f"<{type(value).__name__}>"


_encode: Final = msgspec.json.Encoder(enc_hook=_plain, order="deterministic").encode


def _name(event: Event) -> str:
    return f"{type(event).__name__} #{event.sequence}"


def _place(part: Component) -> str:
    number = 0 if part._entity is None else part._entity.id
    return f"entities[{number}].{part._declared_.__name__}"
