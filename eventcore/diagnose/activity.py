"""Record the actions of handlers, observers and the simulation as rows that can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any, TypeAlias

import msgspec

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event, Query, name_of
from eventcore.handler import Handler
from eventcore.outcome import FAILED, REPLACED
from eventcore.replay.event_log import Called, Newcomers
from eventcore.schema.values import fields_of
from eventcore.tap import Tap
from eventcore.time.agenda import Scheduled
from eventcore.trace.values import as_value
from eventcore.trace.watch import Running
from eventcore.world import World

Actor: TypeAlias = tuple[str, int, str]  # the ``by``, ``priority`` and ``event`` of a ``Row``


class Row(msgspec.Struct, frozen=True):
    """An action of a handler, an observer or the simulation.

    Attributes:
        by: The label of a handler, or ``the observer NAME``; empty if neither was running.
        priority: The priority of the handler; 0 for an observer, or if the handler has returned.
        event: The type and number of the event that was handled or observed.
        subject: The name of a query type or a random stream, or a path such as ``Count #3: added``,
            ``entities[2].Purse.coins``, ``scheduled[7].Walk`` or ``entities[2].frozen``.
        before: The old value as JSON. For an answer to a query, this is the label of the handler
            that asked. For a published event, it is ``scheduled`` if ``by`` scheduled the event.
        after: The new value as JSON, the number of draws, or a description of the answer or
            of the scheduled event.
    """

    kind: str  # published, ran, wrote, drew from, scheduled, cancelled, answered, kept, spawned, …
    turn: int
    by: str = ""
    priority: int = 0
    event: str = ""
    subject: str = ""
    before: str = ""
    after: str = ""


class Activity(Running):
    """A tap that records the activity in a world.

    Recording values is slow: after each handler, the components of the entities of all unfinished
    events are read. The root entity's components are read only while one of their handlers runs.
    ``ids`` are the ids of additional entities to read; if None, all entities are read, which is
    much slower. A change to ``ids`` takes effect at the next call to ``take``.
    """

    def __init__(
        self, world: World, name: Called | None = None, ids: Collection[int] | None = ()
    ) -> None:
        super().__init__(world)
        self.rows: list[Row] = []  # since the last call to ``take``
        self.kinds: set[type[Event]] = set()  # the types of all published events and queries
        self._newcomers = Newcomers(world, name or (lambda entity, world: ""))
        self.names: dict[str, str] = self._newcomers.take_all()  # by id, even of removed entities
        self.ids = ids
        self._draws: Counter[str] = Counter()
        self._planners: dict[Event | None, tuple[str, Actor]] = {}  # handlers that scheduled events
        self._present: set[int] = set()
        self._running: list[Event] = []
        self._published: list[Event] = []  # published events that observers will receive
        self._read: dict[str, dict[str, str]] = {}  # snapshots, keyed by field path prefix
        self._asked: dict[Event | Component, dict[str, str]] = {}
        self._answers = Tap()
        self._answers.override(handling=self._begin, handled=self._answer)
        self.take()
        world.tap(self)
        world._observers.watchers.append(self._look)
        world._observers.keepers.append(self._note_kept)
        world.agenda._watchers.append(self._note_plan)

    @property
    def _actor(self) -> Actor:
        return ("", 0, "") if self.call is None else _actor(self.call.handler, self.call.event)

    def take(self) -> list[Row]:
        """Return the rows added since the last call. Call this method after each intent."""
        self._look()
        self.calls.clear()  # an error may have ended the outermost event
        self._published.clear()
        self._asked.clear()
        self._move()
        self.names |= self._newcomers.take()  # last, because name() may publish queries
        taken, self.rows = self.rows, []
        return taken

    def tap_for_query(self, kind: type[Query]) -> Tap:
        self.kinds.add(kind)
        return self._answers

    def published(self, event: Event) -> None:
        self._look()
        self.kinds.add(type(event))
        cause, call = event.cause, self.call
        publisher = call.handler if call is not None and call.event is cause else None
        actor, how = _actor(publisher, cause), ""
        if publisher is None and cause is not None and cause.failed_by is not None:
            # The handler that replaced the cause with this event has already returned.
            actor = cause.failed_by.label, 0, name_of(cause)
        if cause is None and hasattr(event, "_origin"):  # the event was scheduled
            how, actor = self._planners.pop(event, ("", ("the schedule", 0, "")))
        self._add("published", actor, name_of(event), how, name_of(event))
        for field, value in _snapshot(event).items():
            self._add("wrote", actor, f"{name_of(event)}: {field}", "", value)
        self._running.append(event)
        self._published.append(event)
        self._move()

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        super().handling(event, handler, component)
        if not getattr(type(component), handler.name).__module__.startswith("eventcore."):
            self._add("ran", _actor(handler, event), _place(component))  # not the library's own
        self._move()

    def handled(self, event: Event, handler: Handler) -> None:
        self._look()
        super().handled(event, handler)
        self._move()

    def settled(self, event: Event) -> None:
        while self._running and self._running.pop() is not event:
            pass  # if an error ended an event, the event never settled
        self._move()

    def _begin(self, query: Event, handler: Handler, component: Component) -> None:
        super().handling(query, handler, component)
        self._asked[query], self._asked[component] = _snapshot(query), _snapshot(component)

    def _answer(self, query: Event, handler: Handler) -> None:
        part: Any = self.call and self.call.component
        asker = self.call_of_event
        actor = _actor(handler, None if asker is None else asker.event)
        self._compare(actor, f"{_place(part)}.", self._asked[part], _snapshot(part))
        super().handled(query, handler)
        old, new = self._asked[query], _snapshot(query)
        if new != old and asker is not None:
            shown = ", ".join(f"{k} {v}" for k, v in new.items() if k not in query._roles_)
            self._add("answered", actor, type(query).__name__, asker.handler.label, shown)

    def _note_kept(self, kept: tuple[Event, str]) -> None:
        self._add("kept", (f"the observer {kept[1]}", 0, name_of(kept[0])))

    def _add(self, kind: str, actor: Actor, *texts: str) -> None:
        """Add a row. ``texts`` contains the row's subject, its old value and its new value."""
        self.rows.append(Row(kind, self._world.turn, *actor, *texts))

    def _look(self, observer: str = "", event: Event | None = None) -> None:
        """Record the changes that the running observer or handler has made since the last look."""
        actor = self._actor if event is None else (f"the observer {observer}", 0, name_of(event))
        draws = Counter(dict(self._world.draws()))
        for stream, number in (draws - self._draws).items():
            self._add("drew from", actor, stream, "drawn", str(number))
        self._draws = draws
        entities, known, arrivals = self._world._entities, self._present, self._newcomers
        # Count despawned entities as removed, although they remain until the event settles.
        leaving = [one.id for left in self._world._despawned.values() for one in left]
        if (entities.next_id, len(entities.by_id)) != (arrivals.next_id, len(known) + len(leaving)):
            arrivals.look()
            self._present = {*entities.by_id}.difference(leaving)
            for entity in sorted(self._present ^ known):
                self._add("removed" if entity in known else "spawned", actor, f"entities[{entity}]")
        held, self._read = self._read, {at: _snapshot(x) for at, x in self._watched().items()}
        for place in {**held, **self._read}:
            self._compare(actor, place, held.get(place, {}), self._read.get(place, {}))

    def _note_plan(self, verb: str, entity: Entity, handle: Scheduled | None) -> None:
        actor = self._actor
        if handle is None:
            values = ("", "true") if verb == "freezes" else ("true", "")
            self._add("wrote", actor, f"entities[{entity.id}].frozen", *values)
            return
        kind = "scheduled" if verb == "schedules" else "cancelled"
        name, due = type(handle.event).__name__, handle.due
        self._add(kind, actor, f"scheduled[{handle.number}].{name}", "", f"{name} due at {due}")
        if actor[0]:
            self._planners[handle.event] = "scheduled", (actor[0], 0, actor[2])

    def _compare(self, actor: Actor, place: str, old: dict[str, str], new: dict[str, str]) -> None:
        for name in {**old, **new} if old != new else ():
            before, after = old.get(name, ""), new.get(name, "")
            if before != after:
                self._add("wrote", actor, place + name, before, after)
                self._read.get(place, new)[name] = after

    def _move(self) -> None:
        """Read the watched events and components that have not yet been read."""
        self._read = {at: self._read.get(at) or _snapshot(x) for at, x in self._watched().items()}

    def _watched(self) -> dict[str, Event | Component | Entity]:
        events, by_id = self._running or self._published, self._world._entities.by_id
        roles = [getattr(event, role) for event in events for role in event._roles_]
        also = [by_id[x] for x in (by_id if self.ids is None else self.ids) if x in by_id]
        entities = [*also, *(x for x in roles if x is not None and x is not self._world.root)]
        parts = [part for entity in dict.fromkeys(entities) for part in entity.components]
        parts += [call.component for call in self.calls]
        found: dict[str, Any] = {f"{name_of(x)}: ": x for x in self._running}
        found |= {f"entities[{entity.id}].": entity for entity in entities if entity.owned}
        return found | {f"{_place(part)}.": part for part in parts if part._fields_}


def _actor(handler: Handler | None, event: Event | None) -> Actor:
    name = "" if event is None else name_of(event)
    return ("", 0, name) if handler is None else (handler.label, int(handler.priority), name)


def _snapshot(packet: Event | Component | Entity) -> dict[str, str]:
    if isinstance(packet, Entity):
        return {"owned": str(as_value([thing.id for thing in packet.owned]))}
    fields = fields_of(packet)
    if isinstance(packet, Event) and packet.outcome in (FAILED, REPLACED):
        fields |= {"outcome": packet.outcome.value, "reason": packet.reason}
    # In a list, every value is written as JSON; as_value returns plain values unchanged.
    return {name: str(as_value([value]))[1:-1] for name, value in fields.items()}


def _place(part: Component) -> str:
    number = 0 if part._entity is None else part._entity.id
    return f"entities[{number}].{part._declared_.__name__}"
