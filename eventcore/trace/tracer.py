"""Record what each handler does while a tracer is attached.

A tracer is compiled into the handler chains, so a detached tracer costs nothing. After each
handler, the tracer looks for changes in the event, in the handler's component, and in components
of the entities in the event's roles. ``assemble`` builds spans from the tracer's log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from eventcore.codegen import make_function, per_class
from eventcore.component import Component
from eventcore.entity import Archetype, Entity
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.phase import COMMIT
from eventcore.tap import HandlingHook, Tap
from eventcore.time.agenda import Scheduled
from eventcore.trace.assemble import BROKEN, SETTLED, Reader, Record, make_spans
from eventcore.trace.span import Draw, NamedEntity, Plan, Span
from eventcore.trace.values import Namer, make_writer
from eventcore.world import World


class Tracer(Tap):
    """Records everything that handlers do in a world. To delete the recording, call ``clear``.

    Use a tracer as a context manager to trace a block of code::

        with Tracer(world) as tracer:
            world.publish(Move(walker, 1))
        print(Tree(tracer.spans))
    """

    def __init__(
        self, world: World, name: Namer | None = None, *, thorough: bool | None = False
    ) -> None:
        """Create a tracer. It begins to record when its ``with`` block begins.

        Args:
            world: The world to trace.
            name: A function that returns an entity's name. Without it, traces show only ids. The
                function is called during a dispatch, so it must not change the world.
            thorough: True to compare all components of the entities in an event's roles, even
                components with handlers (slower). None to skip all components (faster).
        """
        self._world = world
        self._name = name
        self._thorough = thorough
        self._write = make_writer(name)
        self._log: list[Any] = []
        self._record: Record | None = None  # the record of the current event
        self._hooks_of = per_class(partial(_Hooks, self))
        self._reader_of = per_class(partial(Reader, self._write))
        # The index and the reader of each watched component, keyed by archetype.
        self._slots: dict[Archetype, list[tuple[int, Reader]]] = {}

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans of all events that have ended, ordered by event number."""
        self._end_broken()
        return make_spans(self._log, self._world.turn_length)

    def clear(self) -> None:
        """Delete all recorded events. Do not call this method during a dispatch."""
        self._end_broken()
        self._log.clear()

    def __enter__(self) -> Tracer:
        self._world.tap(self)
        self._world._watch_draws(self._note_draw, watched=True)
        self._world.agenda._watchers.append(self._note_plan)
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)
        self._end_broken()
        self._world._watch_draws(self._note_draw, watched=False)
        self._world.agenda._watchers.remove(self._note_plan)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return the hooks for an event type."""
        return self._hooks_of(kind)

    def _return_to(self, event: Event | None) -> Record | None:
        """Close the records of events that an error interrupted, and return to ``event``.

        The bus does not report that an error has ended an event. The last changes by the handler
        that raised the error are attributed to the handler that caught it. No change is lost.
        """
        record = self._record
        while record is not None and record.event is not event:
            self._log.append(BROKEN)
            record = record.outer
        self._record = record
        return record

    def _end_broken(self) -> None:
        if self._world._current is None:
            self._return_to(None)

    def _watch(self, event: Event) -> list[list[Any]]:
        beside = []
        roles = () if self._thorough is None else event._roles_
        for entity in dict.fromkeys([getattr(event, role) for role in roles]):
            if entity is not None:
                archetype = entity._archetype
                if archetype not in self._slots:
                    self._slots[archetype] = [
                        (slot, self._reader_of(cls))
                        for slot, cls in enumerate(archetype.own)
                        if cls._fields_ and (self._thorough or not cls._handlers_)
                    ]
                for slot, reader in self._slots[archetype]:
                    part = entity._parts[slot]
                    beside.append([reader, part, reader.read(part)])
        return beside

    def _note_plan(self, verb: str, entity: Entity, handle: Scheduled | None) -> None:
        event = () if handle is None else (type(handle.event).__name__, handle.due)
        named = NamedEntity(entity.id, (self._name and self._name(entity)) or "")
        self._note(Plan(verb, named, *event))

    def _note_draw(self, stream: str, result: Any, of: str) -> None:
        self._note(Draw(stream, self._write(result), of))

    def _note(self, effect: Plan | Draw) -> None:
        """Add an effect to the log unless code outside handlers caused it."""
        current, record = self._world._current, self._record
        while record is not None and record.event is not current:
            record = record.outer
        if record is not None:
            self._return_to(current)
            self._log.append(effect)


_PUBLISHED = """
    names = {names}  # if the name function raises an error, the event is not traced
    outer = tracer._record
    if outer is not None:
        outer = tracer._return_to(event._cause)
        if outer is not None:
            outer.look(event._cause)  # records the publishing handler's earlier changes
    tracer._record = record = Record()
    record.event, record.outer, record.reader = event, outer, reader
    record.names, record.now, record.look = names, agenda._now, look
    record.first = record.known = {values}
    record.beside = record.parts = {beside}
    append(record)
"""
_LOOK = """
    record = tracer._record
    if record.event is not event:
        record = tracer._return_to(event)
    known = record.known
    if {differs}:
        record.known = {values}
        append((reader, known, record.known, None, None))
    for item in record.parts:
        own, part, known = item
        values = own.look(part, known)
        if values is not known:
            item[2] = values
            append((own, known, values, part._entity, {name}))
"""
_HANDLING = """
    record.parts = {parts}
    append({call})
"""
_SETTLED = """
    append(SETTLED)
    record.beside = record.parts = ()  # frees memory
    tracer._record = outer = record.outer
    if outer is not None:
        # Read all values again, so that changes by the nested event are not recorded twice.
        outer.known = outer.reader.read(outer.event)
        for item in outer.parts:
            item[2] = item[0].read(item[1])
"""


class _Hooks(Tap):
    """A tracer's hooks for events of one type.

    The hooks are generated code, because loops over the fields would take up most of the time
    that a tracer needs.
    """

    def __init__(self, tracer: Tracer, kind: type[Event]) -> None:
        reader = tracer._reader_of(kind)
        self._tracer = tracer
        self._is_broadcast = kind._everyone_
        self._handling: dict[tuple[Handler, bool], HandlingHook] = {}
        self._names: dict[str, Any] = {
            "Record": Record,
            "SETTLED": SETTLED,
            "agenda": tracer._world.agenda,
            "append": tracer._log.append,
            "name": tracer._name,
            "reader": reader,
            "tracer": tracer,
            "write": tracer._write,
        }
        values, differs = reader.values("event"), reader.differs("event")
        self._look = _LOOK.format(values=values, differs=differs, name=self._named("part._entity"))
        self._names["look"] = self._function("look(event)", self._look)
        names = "".join(f"{self._named(f'event.{role}')}, " for role in kind._roles_)
        beside = "tracer._watch(event)"
        if len(kind._roles_) == 1:  # usually, there is nothing to watch
            beside += " if tracer._slots.get(event.enactor._archetype, True) else ()"
        published = _PUBLISHED.format(names=f"({names})", values=values, beside=beside)
        self.override(
            published=self._function("published(event)", published),
            settled=self._function("settled(event)", self._look + _SETTLED),
        )

    def handling_for(self, handler: Handler, *, first: bool) -> HandlingHook:
        """Return the hook that records the previous handler's changes and begins the next call."""
        key = handler, first
        if key not in self._handling:
            own, parts, call = None, "record.beside", "handler"
            # Handlers above the commit line change only the event: do not watch their components.
            owner: type[Component] = handler.component
            if handler.priority >= COMMIT and owner._fields_ and self._tracer._thorough is not None:
                own = self._tracer._reader_of(owner)
                part = f"[part_reader, component, {own.values('component')}]"
                parts = f"({part}, *record.beside) if record.beside else ({part},)"
                if self._tracer._thorough:
                    known = "any(item[1] is component for item in record.beside)"
                    parts = f"record.beside if {known} else {parts}"
            if self._is_broadcast and handler.via != "world":
                call = f"(handler, component._entity, {self._named('component._entity')})"
            # Before the first handler runs, nothing can have changed.
            code = "\n    record = tracer._record" if first else self._look
            code += _HANDLING.format(parts=parts, call=call)
            signature = "handling(event, handler, component)"
            self._handling[key] = self._function(signature, code, part_reader=own)
        return self._handling[key]

    def _named(self, entity: str) -> str:
        return f"{entity} and name({entity})" if self._tracer._name else "None"

    def _function(self, signature: str, body: str, **names: Any) -> Callable[..., None]:
        return make_function(f"def {signature}:{body}", {**self._names, **names})
