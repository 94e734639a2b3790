"""A tap that records what each handler does while the tap is attached.

It is compiled into the chains, so a detached tracer costs nothing. After each handler, it looks for
changes in the event and in the handler's own component. It also looks at the entities in the roles
of the event, but only at their components without handlers. It writes a short log, and ``assemble``
builds spans from the log when they are read.
"""

from __future__ import annotations

from typing import Any

from eventcore.component import Component
from eventcore.entity import Archetype, Entity
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.phase import COMMIT
from eventcore.tap import Tap
from eventcore.trace.assemble import BROKEN, make_spans
from eventcore.trace.hooks import Hooks
from eventcore.trace.readers import Reader, make_reader
from eventcore.trace.span import Call, Draw, Plan, Span
from eventcore.trace.values import Namer, make_writer, write_entity
from eventcore.world import World

Slots = tuple[tuple[int, Reader], ...]


class Tracer(Tap):
    r"""Records what happens in a world, until ``clear`` is called.

    Use it as a context manager to trace a block of code::

        with Tracer(world) as tracer:
            world.publish(Move(walker, 1))
        print(*tracer.calls, sep="\n")
    """

    def __init__(self, world: World, name: Namer | None = None, *, thorough: bool = False) -> None:
        """Create a tracer. It is not attached yet.

        Args:
            world: The world to trace.
            name: A function that returns the name of an entity; without it, traces have only ids.
                It is called during a dispatch, so it must not change the world.
            thorough: Whether to compare all components of the entities in the roles of an event
                after each handler, even components with handlers. This takes longer.
        """
        self._thorough = thorough
        self._world = world
        self._agenda = world.agenda
        self._name = name
        self._write = make_writer(name)
        self._log: list[Any] = []
        self._readers: dict[type[Component], Reader] = {}
        self._hooks: dict[type[Event], Hooks] = {}
        self._data: dict[Archetype, Slots] = {}
        # These attributes describe the current event, and the stack describes its causes.
        self._stack: list[tuple[Any, ...]] = []
        self._event: Event | None = None
        self._reader: Reader
        self._values: tuple[Any, ...] = ()
        self._beside: list[_Beside] | None = None
        # The number of events that had ever been scheduled at the time of the last comparison.
        self._planned = 0
        # The component of the running handler; None if the handler may not change its fields.
        self._part: Component | None = None
        self._part_reader: Reader
        self._state: tuple[Any, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans of all events that have ended, sorted by event number."""
        if self._world._current is None:
            self._come_back_to(None)
        return make_spans(self._log)

    @property
    def calls(self) -> list[Call]:
        """The calls of all handlers, in the order in which they returned."""
        calls = [call for span in self.spans for call in span.calls]
        return sorted(calls, key=lambda call: call.ended)

    def clear(self) -> None:
        """Delete everything recorded so far. Do not call this during a dispatch."""
        self._log.clear()

    def __enter__(self) -> Tracer:
        self._world.tap(self)
        self._world._watch_draws(self._note_draw, watched=True)
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)
        self._come_back_to(None)
        self._world._watch_draws(self._note_draw, watched=False)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return the hooks for an event type."""
        made = self._hooks.get(kind)
        if made is None:
            made = Hooks(kind, self, self._name, self._write, thorough=self._thorough)
            self._hooks[kind] = made
        return made

    # The hooks and their generated code use the methods below.

    def _reader_for(self, handler: Handler) -> Reader | None:
        """Return the reader for the component of a handler; None if the handler cannot change it.

        Handlers above the commit line can change only the event.
        """
        owner: type[Component] = handler.component
        if not owner._fields_ or handler.priority < COMMIT:
            return None
        return self._reader_of(owner)

    def _is_beside(self, component: Component) -> bool:
        """Return whether a component is already watched as part of an entity in a role."""
        return any(one.part is component for one in self._beside or ())

    def _reader_of(self, owner: type[Component]) -> Reader:
        found = self._readers.get(owner)
        if found is None:
            found = self._readers[owner] = make_reader(owner, owner._fields_, self._write)
        return found

    def _set_aside(self, cause: Event | None) -> None:
        """Record what the publishing handler has changed so far, and put its event on the stack."""
        self._come_back_to(cause)
        if self._event is None:
            return
        self._note(self._event)
        part = self._part
        reader = None if part is None else self._part_reader
        here = self._event, self._reader, self._values, self._beside, part, reader, self._state
        self._stack.append(here)

    def _note(self, event: Event) -> None:
        """Record what the last called handler has changed so far."""
        if self._event is not event:
            self._come_back_to(event)
        reader = self._reader
        if reader.names:
            values = reader.look(event, self._values)
            if values is not None:
                self._log.append((reader, self._values, values, 0, ""))
                self._values = values
        if self._part is not None:
            state = self._part_reader.look(self._part, self._state)
            if state is not None:
                self._note_state(state)
        if self._beside is not None:
            self._note_beside()
        if self._agenda.planned != self._planned:
            self._note_plans()

    def _note_state(self, state: tuple[Any, ...]) -> None:
        """Record the changes that a handler made to its component, given the new values."""
        part: Any = self._part
        number, owner = 0, ""
        if part._entity is not None:
            number, owner = part._entity.id, self._called(part._entity)
        self._log.append((self._part_reader, self._state, state, number, owner))
        self._state = state

    def _called(self, entity: Entity) -> str:
        if entity is self._world.root:
            return "the world"
        return write_entity(entity, self._name)

    def _restore(self) -> None:
        """Take the last event from the stack, with its recorded values."""
        (
            self._event,
            self._reader,
            self._values,
            self._beside,
            self._part,
            self._part_reader,
            self._state,
        ) = self._stack.pop()

    def _resume(self) -> None:
        """Return to the event below on the stack, and read all its watched values again.

        Otherwise, changes by the event that has just settled would be attributed to the handler.
        """
        self._restore()
        self._values = self._reader.read(self._event)
        if self._part is not None:
            self._state = self._part_reader.read(self._part)
        for one in self._beside or ():
            one.values = one.reader.read(one.part)

    def _come_back_to(self, event: Event | None) -> None:
        """End the events that an error ended, until the given event is the current event again.

        The bus does not report the end of such an event. The changes of its last handler are
        attributed to the handler that caught the error, so that they are not lost.
        """
        while self._event is not None and self._event is not event:
            self._log.append(BROKEN)
            self._event = None
            if self._stack:
                self._restore()

    def _look_beside(self, event: Event) -> None:
        """Start to watch the components of the entities in the roles of an event."""
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
                beside.append(_Beside(reader, entity._parts[slot], entity))
        self._beside = beside or None

    def _note_beside(self) -> None:
        for one in self._beside or ():
            values = one.reader.look(one.part, one.values)
            if values is not None:
                owner = self._called(one.entity)
                self._log.append((one.reader, one.values, values, one.entity.id, owner))
                one.values = values

    def _note_plans(self) -> None:
        """Record the events scheduled since the last comparison, unless they were cancelled."""
        agenda = self._world.agenda
        before, self._planned = self._planned, agenda.planned
        if agenda.planned > before:
            there = (*agenda.scheduled(), *agenda.held())
            new = [one for one in there if one.number > before]
            for one in sorted(new, key=lambda handle: handle.number):
                self._log.append(Plan(one.number, type(one.event).__name__, one.due))

    def _note_draw(self, stream: str, result: Any, of: str) -> None:
        """Record a draw, but only if a traced event is being handled."""
        current = self._world._current
        known = current is self._event or any(held[0] is current for held in self._stack)
        if current is not None and known:
            self._come_back_to(current)
            self._log.append(Draw(stream, self._write(result), of))

    def _prepare_data(self, archetype: Archetype) -> Slots:
        return tuple(
            (slot, self._reader_of(cls))
            for slot, cls in enumerate(archetype.own)
            if cls._fields_ and (self._thorough or not cls._handlers_)
        )


class _Beside:
    """A watched component of an entity in a role of the event.

    Attributes:
        reader: Reads the fields of the component.
        part: The component.
        entity: The entity.
        values: The values that were read last.
    """

    __slots__ = ("entity", "part", "reader", "values")

    def __init__(self, reader: Reader, part: Component, entity: Entity) -> None:
        self.reader = reader
        self.part = part
        self.entity = entity
        self.values = reader.read(part)
