"""Watch a field or whole entities during a replay, and follow a change back to its causes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeAlias

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.handler import Handler
from eventcore.journal.format import INTENT
from eventcore.places import place_of
from eventcore.replay import Timeline
from eventcore.replay.timeline import BEGINNING
from eventcore.tools.naming import Names, find_field, intent_text
from eventcore.tools.opening import Recording
from eventcore.tools.results import UsageError, first_lines
from eventcore.tools.tracing import replay, trace, until_error
from eventcore.trace.span import Call, is_internal
from eventcore.trace.text import effects_of, headline
from eventcore.trace.values import Value, as_value, make_writer, show
from eventcore.trace.watch import ABSENT, FieldWrite, Place, Scope, WriteWatch
from eventcore.world import World

_MOST_EARLIER = 10
"""The maximum number of earlier changes of a field that ``why`` lists."""
_SIZED = (list, tuple, dict)
_Places: TypeAlias = Sequence[tuple[Place, str]]
"""The watched fields of a component, with their names."""


class Watched:
    """The fields to watch: one field, or all fields of some entities, with spawns and despawns.

    Attributes:
        of: The name or id of the entities to watch; empty for all entities.
        label: The field, as ``Component.field``; empty for all fields.
        names: The names of the entities in the latest watched world.
        ids: The ids of the entities that ``of`` refers to, in all the worlds watched so far.
        internals: Whether changes of the library's own components are shown.
    """

    def __init__(
        self,
        recording: Recording,
        of: str,
        label: str,
        *,
        internals: bool = False,
        sized: bool = False,
    ) -> None:
        """Find what to watch; with ``sized``, watch only the length of a list or dict."""
        self.names: Names
        self.ids: set[int] = set()
        self.label: str = label
        self.of: str = of
        self._recording = recording
        self._sized = sized
        self._field = find_field(recording.first.world, label) if label else None
        # During the setup, an entity may exist before it has its name.
        first = Names(recording.source, recording.first.world)
        begun = [one for one in first.world if of and first.matches(one, of)]
        self._begun = {str(one.id): first.name(one) for one in begun}
        self.internals: bool = internals or (
            self._field is not None and is_internal(self._field[0])
        )

    def __call__(self, world: World) -> WriteWatch:
        """Return a tap that watches the fields in a world."""
        return WriteWatch(world, self.scope_of(world))

    def scope_of(self, world: World) -> Scope:
        """Return a function that returns the values of the watched fields in a world."""
        self.names = names = Names(self._recording.source, world, self._begun)
        write, next_id = make_writer(names.name), 1
        meant: list[Entity] = []
        layout: list[tuple[Entity, Sequence[Component]]] = []
        parts: list[tuple[Component, Callable[[Component], Any], _Places]] = []
        copies: list[Any] = []
        texts: list[dict[Place, Value]] = []
        found: dict[Place, Value] = {}

        def find() -> Iterable[Entity]:
            """Return the entities to watch; each entity is checked once, when it first appears."""
            nonlocal next_id
            if self._field is not None and not self.of:
                return world.having(self._field[0])
            entities = world._entities
            for number in range(next_id, entities.next_id):
                entity = entities.by_id.get(number)
                if entity and (str(number) in self._begun or names.matches(entity, self.of)):
                    meant.append(entity)
                    names.keep(entity)
            next_id = entities.next_id
            # An entity despawned during an event stays in the world until the event has settled.
            leaving = [one for leavers in world._despawned.values() for one in leavers]
            return [entity for entity in meant if entity.alive and entity not in leaving]

        def look() -> Mapping[Place, Value]:
            """Return the values; while nothing changes, always return the same dict."""
            nonlocal layout, parts, copies, texts, found
            now = [(entity, self._parts_of(entity)) for entity in find()]
            if now == layout and copies == [get(part) for part, get, _ in parts]:
                return found
            if now != layout:
                layout, parts = now, [*self._places(now)]
                copies, texts = [object()] * len(parts), [{}] * len(parts)
            found = {} if self._field else {(entity, ""): "" for entity, _ in layout}
            for number, (part, get, places) in enumerate(parts):
                value = get(part)
                if value != copies[number]:
                    copies[number] = _copied(value)
                    values = [(place, getattr(part, name)) for place, name in places]
                    texts[number] = {
                        place: len(one) if self._sized and isinstance(one, _SIZED) else write(one)
                        for place, one in values
                    }
                found |= texts[number]
            return found

        return look

    def _parts_of(self, entity: Entity) -> Sequence[Component]:
        if self._field is None:
            return entity.components
        return (entity[self._field[0]],) if self._field[0] in entity else ()

    def _places(
        self, layout: Iterable[tuple[Entity, Sequence[Component]]]
    ) -> Iterator[tuple[Component, Callable[[Component], Any], _Places]]:
        """Yield each component with a function that returns its watched fields, and the fields."""
        for entity, parts in layout:
            if parts or self._field is None:
                self.ids.add(entity.id)
            for part in parts:
                cls, one = type(part), self._field
                fields = cls._fields_ if self.internals or not is_internal(cls) else ()
                names = fields if one is None else (one[1],)
                label = cls._declared_.__name__ if one is None else one[0].__name__
                if names:
                    places = [((entity, f"{label}.{name}"), name) for name in names]
                    yield part, attrgetter(*names), places

    def __str__(self) -> str:
        return self.label + (f" of {self.of}" if self.of else "")

    def check_found(self, world: World, path: object) -> None:
        """Raise an error if no entity that ``of`` refers to has the watched field."""
        if self.of and not self.ids:
            Names(self._recording.source, world).find(self.of)
            assert self._field is not None
            raise UsageError(f"{path}: {self.of} has no {self._field[0].__name__}")


def _copied(value: Any) -> Any:
    """Copy nested lists and dicts; return a new object, equal to nothing, if this is impossible."""
    try:
        return _copy(value)
    except TypeError:
        return object()


def _copy(value: Any) -> Any:
    cls = type(value)
    if cls in (list, tuple, set, frozenset):
        return cls(map(_copy, value))
    if cls is dict:
        return {key: _copy(item) for key, item in value.items()}
    if cls.__hash__ is object.__hash__ and not isinstance(value, Entity):
        raise TypeError  # it may change and still be equal to itself
    hash(value)  # raises TypeError if the value may change
    return value


def writes(
    timeline: Timeline, watched: Watched, positions: range
) -> Iterator[tuple[int, FieldWrite, str, str]]:
    """Yield each change with its position, its description, and the code that made it."""
    for step in replay(timeline, positions, None, watched):
        for write in step.writes:
            by = _by(write, watched.names, step.position)
            yield step.position, write, written(write, watched.names), by


def written(write: FieldWrite, names: Names, *, named: bool = True) -> str:
    """Describe a change; with ``named``, also name the entity."""
    entity, label = write.place
    if not label:
        return "despawned" if write.after is ABSENT else "spawned"
    before, after = (
        "nothing" if value is ABSENT else show(as_value(value))
        for value in (write.before, write.after)
    )
    # Long values are cut, so the difference may be in the part that was cut.
    values = "changed" if before == after else f"{before} → {after}"
    return f"{label}{f' of {names.of(entity)}:' if named else ''} {values}"


def outside(position: int) -> str:
    """Describe the code, other than handlers, that makes changes at a position of the journal."""
    return "the setup" if position == BEGINNING else "code outside of handlers"


def _by(write: FieldWrite, names: Names, position: int) -> str:
    event = write.event
    if event is None:
        return f"by {outside(position)}"
    roles = [getattr(event, role) for role in event._roles_]
    players = " → ".join(names.of(one) for one in roles if one is not None)
    chain, cause = f"{type(event).__name__} #{event.sequence} {players}", event.cause
    while cause is not None:
        chain += f", of {type(cause).__name__} #{cause.sequence}"
        cause = cause.cause
    return f"by {'the observer ' if write.observer else ''}{write.by} in {chain}"


def why(
    recording: Recording, timeline: Timeline, watched: Watched, before: int | None
) -> Iterator[str]:
    """Yield lines that follow the last change of a field back to the intent that caused it.

    Changes in the turn ``before`` and later are ignored.
    """
    end = timeline.length if before is None else timeline.position_of_turn(before)
    every, raised = until_error(writes(timeline, watched, range(BEGINNING, end)))
    found = [one for one in every if before is None or one[1].turn < before]
    if not found:
        if raised is not None:
            raise raised
        watched.check_found(timeline.simulation.world, recording.path)
        yield f"nothing changed {watched}" + ("" if before is None else f" before turn {before}")
        return
    *others, (position, write, said, _) = found
    yield f"{said}  {write.when}"
    if write.event is None:
        yield f"by {outside(position)}"
        yield _intent(timeline, position)
    else:
        if write.observer:
            yield f"by the observer {write.observer} of this event:"
        yield from _causes(recording, timeline, position, write, watched)
    earlier = [f"{one.when}  {said}  {by}" for _, one, said, by in reversed(others)]
    if earlier:
        yield "earlier changes of the field, the latest first:"
        yield from first_lines(earlier, _MOST_EARLIER)
    if raised is not None:
        raise raised


def _causes(
    recording: Recording, timeline: Timeline, position: int, write: FieldWrite, watched: Watched
) -> Iterator[str]:
    """Yield lines about the event of a change and its causes, with the handlers involved."""
    number, prefix, scheduled = write.sequence, "", ""
    writer = None if write.call is None else write.call.handler
    while True:
        # If a handler raised an error, the change happened before the error.
        tree = trace(timeline, range(position, position + 1), recording.namer).tree
        span, child = tree.get(number), None
        while span is not None:
            yield f"{prefix}{headline(span, ids=True)}  ({span.when})"
            publisher: Call | None = None if child is None else tree.publisher(child)
            for call in span.calls:
                said = effects_of(call, span, internals=watched.internals)
                if call is publisher and child is not None:
                    said = ", ".join(filter(None, [said, f"publishes {child.event}"]))
                elif call.handler is writer and number == span.sequence:
                    # A trace contains only changes of entities in the roles of the event.
                    change = "" if watched.label in said else written(write, watched.names)
                    said = ", ".join(filter(None, [said, change]))
                elif not _contributes(call, write.place, scheduled):
                    continue
                yield f"  {call.label} ({_file(call.handler)})  {said}"
            child, span = span, tree.get(span.cause)
            prefix, scheduled, writer = "because of ", "", None
        if child is None or not child.origin:
            break
        prefix, number, scheduled = "scheduled by ", child.origin, child.event
        position = timeline.position_of_event(child.origin)
    yield _intent(timeline, position)


def _contributes(call: Call, place: Place, scheduled: str) -> bool:
    """Return whether a call changed the field or its event, or scheduled the named event."""
    entity, label = place
    return any(
        not change.component or (change.label == label and change.entity == entity.id)
        for change in call.changes
    ) or any(plan.event == scheduled for plan in call.plans)


def _file(handler: Handler) -> str:
    code = handler.function.__code__
    return place_of(code.co_filename, code.co_firstlineno, handler.component.__module__)


def _intent(timeline: Timeline, position: int) -> str:
    if position == BEGINNING:
        return "because of the setup"
    record, line = timeline.journal.records[position], timeline.journal.lines[position]
    text = intent_text(timeline.simulation, record) if record.kind == INTENT else record.type
    return f"because of the intent {text}  (turn {record.turn}, line {line})"
