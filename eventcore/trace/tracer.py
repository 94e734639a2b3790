"""A tap that writes down what each handler did, while it is attached.

It is compiled into the chains and costs nothing after. Looked at are the packet, the
component whose handler runs, and, of the entities in the event's roles, the components
that hear nothing themselves: data, which others change. What is written down is short;
``account`` makes passages of it when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eventcore.component import Component
from eventcore.entity import Archetype, Entity
from eventcore.event import Event
from eventcore.handler import COMMIT, Handler
from eventcore.outcome import DONE
from eventcore.tap import Tap
from eventcore.trace.account import BROKEN, Published, Settled, make_passages
from eventcore.trace.passage import Call, Passage, Who
from eventcore.trace.readers import Look, Reader, make_reader
from eventcore.trace.values import Namer, make_writer
from eventcore.world import World

__all__ = ["Tracer"]

Slots = tuple[tuple[int, Reader], ...]


class Tracer(Tap):
    r"""Keeps what happened in a world, until it is cleared.

    Use it as a context manager to trace a stretch::

        with Tracer(world) as tracer:
            world.publish(Move(walker, 1))
        print(*tracer.calls, sep="\n")
    """

    def __init__(self, world: World, name: Namer | None = None) -> None:
        """Make a tracer; it is not attached yet.

        Args:
            world: What to trace.
            name: Says what entities are called; left away, they have their ids only. It
                is asked in the middle of a dispatch, so it must not touch the world.
        """
        self._world = world
        self._name = name
        self._write = make_writer(name)
        self._log: list[Any] = []
        self._append = self._log.append
        self._packets: dict[type[Event], _Packet] = {}
        self._readers: dict[Handler, Reader | None] = {}
        self._data: dict[Archetype, Slots] = {}
        # The event in flight; those further out are stacked.
        self._stack: list[tuple[Any, ...]] = []
        self._event: Event | None = None
        self._running = False  # whether one of its handlers was called
        self._reader: Reader
        self._look: Look
        self._values: tuple[Any, ...] = ()
        self._beside: list[_Beside] | None = None
        # The component of the handler that runs, where it has fields.
        self._part: Component | None = None
        self._part_reader: Reader
        self._look_part: Look
        self._state: tuple[Any, ...] = ()

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What happened, event by event, in order of their numbers."""
        if self._world._current is None:
            self._come_back_to(None)
        return make_passages(self._log)

    @property
    def calls(self) -> list[Call]:
        """All calls, in the order they returned."""
        calls = [call for passage in self.passages for call in passage.calls]
        return sorted(calls, key=lambda call: call.ended)

    def clear(self) -> None:
        """Forget what happened so far. Not to be called during a dispatch."""
        self._log.clear()

    def __enter__(self) -> Tracer:
        self._world.tap(self)
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)
        self._come_back_to(None)

    # The hooks. What they do for every event is written out here, without calls.

    def published(self, event: Event) -> None:
        """Write down what an event says, and begin to look at it."""
        if self._event is not None:
            self._set_aside(event._cause)
        try:
            packet = self._packets[event.__class__]
        except KeyError:
            packet = self._prepare(event.__class__)
        self._event = event
        self._running = False
        self._reader = reader = packet.reader
        self._look = reader.look
        self._values = values = reader.read(event)
        self._part = None
        enactor, cause = event.enactor, event._cause
        who = enactor.id if packet.who is None else packet.who(event)
        if cause is None:
            self._append((packet.published, event._sequence, self._world._turn, who, values))
        else:
            links = cause._sequence, getattr(event, "_origin", 0)
            self._append((packet.published, event._sequence, self._world._turn, who, values, links))
        try:
            self._beside = None
            if self._data[enactor._archetype] or packet.others:
                self._look_beside(event)
        except KeyError:
            self._look_beside(event)

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note what the handler before has changed, and look at what this one may change."""
        if self._event is not event:
            self._come_back_to(event)
        append = self._append
        if self._running:
            values = self._look(event, self._values)
            if values is not None:
                append((self._reader, self._values, values, 0))
                self._values = values
            part = self._part
            if part is not None:
                state = self._look_part(part, self._state)
                if state is not None:
                    entity = part._entity
                    number = 0 if entity is None else entity.id
                    append((self._part_reader, self._state, state, number))
            if self._beside is not None:
                self._note_beside()
        else:
            self._running = True
        try:
            reader = self._readers[handler]
        except KeyError:
            reader = self._prepare_state(handler)
        if reader is None:
            self._part = None
        else:
            self._part = component
            self._part_reader = reader
            self._look_part = reader.look
            self._state = reader.read(component)
        append(handler)

    def settled(self, event: Event) -> None:
        """Note what the last handler has changed, and what has become of the event."""
        if self._event is not event:
            self._come_back_to(event)
        append = self._append
        if self._running:
            values = self._look(event, self._values)
            if values is not None:
                append((self._reader, self._values, values, 0))
                self._values = values
            part = self._part
            if part is not None:
                state = self._look_part(part, self._state)
                if state is not None:
                    entity = part._entity
                    number = 0 if entity is None else entity.id
                    append((self._part_reader, self._state, state, number))
            if self._beside is not None:
                self._note_beside()
        append(None if event._outcome is DONE else _fate(event))
        self._event = None
        if self._stack:
            self._restore()
            self._look_anew()

    # What is rarer.

    def _prepare(self, kind: type[Event]) -> _Packet:
        made = self._packets[kind] = _Packet(kind, self._write, self._name)
        return made

    def _prepare_state(self, handler: Handler) -> Reader | None:
        owner: Any = handler.owner
        # Above the commit line handlers change the packet alone, so there is nothing to look at.
        looks = owner._fields_ and handler.priority >= COMMIT
        reader = make_reader(owner, owner._fields_, self._write) if looks else None
        self._readers[handler] = reader
        return reader

    def _set_aside(self, cause: Event | None) -> None:
        """Note what the handler that publishes has changed until now; then stack its event."""
        self._come_back_to(cause)
        if self._event is None:
            return
        if self._running:
            self._note(self._event)
        part = self._part
        reader = None if part is None else self._part_reader
        self._stack.append(
            (
                self._event,
                self._reader,
                self._beside,
                self._running,
                part,
                reader,
                self._values,
                self._state,
            )
        )

    def _note(self, event: Event) -> None:
        """Note what the handler that was called last has changed until now."""
        append = self._append
        values = self._look(event, self._values)
        if values is not None:
            append((self._reader, self._values, values, 0))
            self._values = values
        part = self._part
        if part is not None:
            state = self._look_part(part, self._state)
            if state is not None:
                entity = part._entity
                number = 0 if entity is None else entity.id
                append((self._part_reader, self._state, state, number))
                self._state = state
        if self._beside is not None:
            self._note_beside()

    def _restore(self) -> None:
        """Take up the event that was stacked last, with what was known of it then."""
        (
            self._event,
            self._reader,
            self._beside,
            self._running,
            self._part,
            self._part_reader,
            self._values,
            self._state,
        ) = self._stack.pop()
        self._look = self._reader.look
        if self._part is not None:
            self._look_part = self._part_reader.look

    def _look_anew(self) -> None:
        """Take what is there now as what the handlers to come find."""
        self._values = self._reader.read(self._event)
        if self._part is not None:
            self._state = self._part_reader.read(self._part)
        for one in self._beside or ():
            one.values = one.reader.read(one.part)

    def _come_back_to(self, event: Event | None) -> None:
        """Leave the events that ended in an error, until the one in flight is this one.

        Nobody tells when they did. So what they changed is told of the handler that caught
        the error, rather than lost.
        """
        while self._event is not None and self._event is not event:
            self._append(BROKEN)
            self._event = None
            if self._stack:
                self._restore()

    def _look_beside(self, event: Event) -> None:
        """Find the data components of the entities in the event's roles."""
        found: dict[Entity, None] = {}
        for role in event._roles_:
            entity = getattr(event, role)
            if entity is not None:
                found[entity] = None
        beside = []
        for entity in found:
            archetype = entity._archetype
            if archetype not in self._data:
                self._data[archetype] = self._prepare_data(archetype)
            for slot, reader in self._data[archetype]:
                beside.append(_Beside(reader, entity._parts[slot], entity.id))
        self._beside = beside or None

    def _note_beside(self) -> None:
        for one in self._beside or ():
            values = one.reader.look(one.part, one.values)
            if values is not None:
                self._append((one.reader, one.values, values, one.entity))
                one.values = values

    def _prepare_data(self, archetype: Archetype) -> Slots:
        return tuple(
            (slot, make_reader(cls, cls._fields_, self._write))
            for slot, cls in enumerate(archetype.own)
            if cls._fields_ and not cls._handlers_
        )


def _fate(event: Event) -> Settled:
    """Write down what has become of an event that is not done."""
    by, instead = event.failed_by, event.replacement
    number = 0 if instead is None else instead._sequence
    return Settled(event._outcome, event.reason or "", by, number)


class _Packet:
    """How an event type is read.

    Attributes:
        reader: Reads its fields without the roles.
        who: Gives who plays its roles; None where the enactor's id is all.
        others: Whether it has more roles than the enactor.
        published: What the log says of all events of the type.
    """

    __slots__ = ("others", "published", "reader", "who")

    def __init__(self, kind: type[Event], write: Any, name: Namer | None) -> None:
        own = tuple(field for field in kind._fields_ if field not in kind._roles_)
        self.reader = make_reader(kind, own, write, of_component=False)
        self.others = len(kind._roles_) > 1
        self.published = Published(kind.__name__, kind._roles_, self.reader.names)
        plain = name is None and not self.others
        self.who = None if plain else _make_who(kind._roles_, name)


def _make_who(
    roles: tuple[str, ...], name: Namer | None
) -> Callable[[Event], tuple[Who | None, ...]]:
    def who(event: Event) -> tuple[Who | None, ...]:
        found: list[Entity | None] = [getattr(event, role) for role in roles]
        return tuple(
            [None if e is None else Who(e.id, "" if name is None else name(e)) for e in found]
        )

    return who


class _Beside:
    """A data component of an entity in one of the roles.

    Attributes:
        reader: Reads its fields.
        part: The component.
        entity: The id of its entity.
        values: What it held last.
    """

    __slots__ = ("entity", "part", "reader", "values")

    def __init__(self, reader: Reader, part: Component, entity: int) -> None:
        self.reader = reader
        self.part = part
        self.entity = entity
        self.values = reader.read(part)
