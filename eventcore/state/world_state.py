"""World state: the data of a world as rows, for saves, snapshots and digests.

The rows include entities that have left the world if a field still refers to them, so that a
message can name a dead entity even after loading. Private fields are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from eventcore.codegen import per_class
from eventcore.component import Component, types_of_name
from eventcore.dispatch.entities import Row
from eventcore.dispatch.membership import Classes
from eventcore.entity import Entity
from eventcore.errors import SaveError
from eventcore.event import SCHEDULED, TURN, Event, Published
from eventcore.schema.encoding import UNSAVED, enc_hook
from eventcore.schema.hints import Unsavable
from eventcore.schema.reading import Read, Restore, reader_of, restorer
from eventcore.schema.values import Write, class_writer, write_fields
from eventcore.time.agenda import Place, Scheduled
from eventcore.time.recurring import Recurrence
from eventcore.world import World

VERSION = 1
"""The version of the save format."""


class EntityRow(msgspec.Struct):
    """An entity: the fields of its components by name, its id, and the ids of entities it owns."""

    components: dict[str, msgspec.Raw]
    id: int
    owned: list[int]


class EventRow(msgspec.Struct, array_like=True):
    """A scheduled event. If its owner is frozen, its due time is relative to the present."""

    number: int  # the number of the event's handle
    due: int
    priority: int
    place: int
    origin: int  # the sequence number of the event that scheduled this event
    type: str
    fields: msgspec.Raw
    cost: int | None


class AgendaState(msgspec.Struct):
    """The time, the turns of actors, the number of entries ever added, and the frozen entities."""

    now: int
    places: list[Place]
    sequence: int
    still: list[tuple[int, Place | None]]


class PlannedState(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The number of events ever scheduled, the recurrences, and the pending events."""

    count: int
    recurring: list[tuple[int, Recurrence]] = []
    rows: list[EventRow]


class WorldState(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The state of a world. ``versions`` omits component classes with version 1."""

    agenda: AgendaState
    entities: list[EntityRow]
    gone: list[EntityRow]
    next_id: int
    planned: PlannedState | None = None
    seed: int
    sequence: int
    streams: dict[str, list[int]]
    turn: int
    turn_length: Annotated[int, msgspec.Meta(ge=1)] = TURN
    version: int
    versions: dict[str, int] = {}


class Handles(dict[int, Scheduled]):
    """Handles of scheduled events, by number. An unknown number gives an inactive handle."""

    def __missing__(self, number: int) -> Scheduled:
        handle = self[number] = Scheduled(number)
        return handle


def time_of(world: World) -> int:
    """Return the time to store in saves and digests.

    If nothing was ever on the agenda, the time at the beginning of a turn is stored as 0. Older
    saves and journals also store 0 for worlds that only call ``advance()``.
    """
    agenda = world.agenda
    return agenda.now if agenda.sequence or agenda.now % world.turn_length else 0


# Writing


def state_of(world: World) -> WorldState:
    """Return the state of a world. Raise TypeError for a value that could not be loaded again."""
    agenda, by_id, writer = world.agenda, world._entities.by_id, Writer(world)
    entities = [writer.entity(entity) for entity in world]
    planned = None
    if agenda.planned:
        handles = (*agenda.scheduled(), *agenda.held())
        rows = [writer.event(handle) for handle in handles if handle._event is not None]
        planned = PlannedState(count=agenda.planned, recurring=agenda.recurring(), rows=rows)
    gone: dict[int, EntityRow] = {}
    while missing := sorted(writer.referenced.keys() - by_id.keys() - gone.keys()):
        gone |= {number: writer.entity(writer.referenced[number]) for number in missing}
    return WorldState(
        version=VERSION,
        seed=world.seed,
        turn=world.turn,
        turn_length=world.turn_length,
        sequence=world.sequence,
        next_id=world._entities.next_id,
        streams={name: world.stream(name).state() for name, _ in world.draws()},
        agenda=AgendaState(
            time_of(world), agenda.places(), agenda.sequence, agenda.frozen_places()
        ),
        entities=entities,
        gone=[gone[number] for number in sorted(gone)],
        planned=planned,
        versions={cls.__name__: cls._version_ for cls in world.components if cls._version_ > 1},
    )


class Writer:
    """Writes entities and events of a world as rows.

    All methods raise TypeError for a value that a load could not read back unchanged. The message
    names the field, its entity and the remedy.

    Attributes:
        referenced: The entities to which the written fields refer, by id.
    """

    def __init__(self, world: World) -> None:
        self.referenced: dict[int, Entity] = {}
        self._home, self._agenda = world._router, world.agenda
        self._encode = msgspec.json.Encoder(enc_hook=self._hook).encode

    def entity(self, entity: Entity) -> EntityRow:
        """Return the row of an entity."""
        parts, writers = entity._parts, _writers(entity._archetype.own)
        try:
            text: Any = self._encode({name: write(parts[at]) for name, at, write in writers})
        except UNSAVED:
            for part in entity.components:
                self.fields(part, repr(entity))  # raises an error that names the field
            raise
        owned = [other.id for other in entity._owned or ()]
        return EntityRow(msgspec.Raw(text), entity.id, owned)  # type: ignore[arg-type]  # raw JSON

    def event(self, handle: Any) -> EventRow:
        """Return the row of a scheduled event."""
        event = handle._event
        return EventRow(
            handle.number,
            handle._due,
            handle._priority,
            handle._place,
            event.origin,
            type(event).__name__,
            msgspec.Raw(self.fields(event, f"the event scheduled at {handle.due}")),
            getattr(event, "_cost", None),
        )

    def fields(self, packet: Component | Event, subject: str) -> bytes:
        """Return a component's or event's fields as JSON. Error messages begin with ``subject``."""
        try:
            return write_fields(packet, self._encode)
        except Unsavable as error:
            raise TypeError(f"{subject} cannot be saved: {error}") from None

    def _hook(self, value: Any) -> Any:
        if isinstance(value, Entity):
            if getattr(getattr(value, "_archetype", None), "home", None) is not self._home:
                raise Unsavable("it holds an entity of another world; use an entity of this world")
            self.referenced[value.id] = value
        elif isinstance(value, Scheduled) and not self._is_known(value):
            raise Unsavable(
                "it holds the handle of an event of another world, or of an event scheduled before "
                "a snapshot was put into this world; schedule the event again"
            )
        return enc_hook(value)

    def _is_known(self, handle: Scheduled) -> bool:
        if handle._agenda is None:  # the handle was saved after its event was over
            return True
        return handle._agenda is self._agenda and handle._epoch is self._agenda._epoch


@per_class
def _writers(own: Any) -> list[tuple[str, int, Write]]:
    """Return the name, the slot and the writer of each component class, sorted by name."""
    return sorted((cls.__name__, slot, class_writer(cls)) for slot, cls in enumerate(own))


# Reading


def put_state(state: WorldState, world: World, known: Iterable[Entity] = ()) -> None:
    """Replace the state of a world, except for its streams.

    Entities that are in the world or ``known`` remain the same objects.

    Raises:
        SaveError: The state does not fit the component classes of the world, or contradicts itself.
    """
    # Components refer to entities, so all entities must exist first.
    present = {entity.id: entity for entity in known} | world._entities.by_id
    ids = [row.id for row in (*state.entities, *state.gone)]
    entities, handles = {number: present.get(number) or Entity(number) for number in ids}, Handles()
    entity_of = entities.__getitem__
    restore = restorer({Entity: entity_of, Scheduled: handles.__getitem__})
    reader = _Reader(world, state.versions, restore)
    living = [reader.components(row, entity_of(row.id)) for row in state.entities]
    gone = [reader.components(row, entity_of(row.id)) for row in state.gone]
    world._entities.replace_all(living, gone)
    world._entities.set_owners(
        (entity_of(row.id), [*map(entity_of, row.owned)]) for row in state.entities if row.owned
    )
    world.seed, world._sequence = state.seed, state.sequence
    world._entities.next_id = state.next_id
    agenda, length = state.agenda, state.turn_length
    now = agenda.now or (0 if agenda.sequence else state.turn * length)
    world.agenda.restore(length, now, agenda.sequence, agenda.places, agenda.still, entity_of)
    if world.turn != state.turn:
        raise SaveError(f"turn {state.turn} is not at time {agenda.now}: the save is damaged")
    planned = state.planned or PlannedState(count=0, rows=[])
    events = [
        (handles[row.number], reader.event(row), row.due, row.priority, row.place)
        for row in planned.rows
    ]
    world.agenda.restore_events(planned.count, events, planned.recurring)


class _Reader:
    """Creates components and scheduled events from rows."""

    def __init__(self, world: World, versions: dict[str, int], restore: Restore) -> None:
        self._components = world.components
        self._versions = versions
        self._restore = restore
        self._ranks = {cls.__name__: rank for rank, cls in enumerate(world.components)}
        # Maps the component names of a row to the classes, in the world's order, and their readers.
        self._plans: dict[tuple[str, ...], tuple[Classes, list[tuple[str, Read]]]] = {}

    def components(self, row: EntityRow, entity: Entity) -> Row:
        """Return an entity, its component classes, and its components."""
        names, restore, saved = tuple(row.components), self._restore, row.components
        try:
            own, readers = self._plans.get(names) or self._plan(names)
            parts = [read(saved[name], restore) for name, read in readers]
        except SaveError as error:
            raise SaveError(f"entity {row.id}: {error}") from None
        for part in parts:
            part._entity = entity
        return entity, own, parts

    def _plan(self, names: tuple[str, ...]) -> tuple[Classes, list[tuple[str, Read]]]:
        try:
            ranks = sorted(self._ranks[name] for name in names)
        except KeyError as error:
            raise SaveError(f"{error} is not a component class of this world") from None
        own = tuple([self._components[rank] for rank in ranks])
        plan = self._plans[names] = own, [(cls.__name__, self._reader_of(cls)) for cls in own]
        return plan

    def _reader_of(self, cls: type[Component]) -> Read:
        version, read = self._versions.get(cls.__name__, 1), reader_of(cls)
        if version == cls._version_:
            return read
        return lambda text, restore: read(_upgraded(cls, version, text), restore)

    def event(self, row: EventRow) -> Published:
        kinds = types_of_name(self._components, row.type)
        if len(kinds) != 1:
            why = "two event types have this name" if kinds else "no component handles it"
            raise SaveError(f"a {row.type} is scheduled at {row.due}, but {why}")
        try:
            event: Published = reader_of(kinds[0])(row.fields, self._restore)
        except SaveError as error:
            raise SaveError(f"an event scheduled at {row.due}: {error}") from None
        event._origin, event._sequence = row.origin, SCHEDULED
        if row.cost is not None:
            event._cost = row.cost  # type: ignore[union-attr]  # it is an Action
        return event


def _upgraded(cls: type[Component], version: int, text: bytes | msgspec.Raw) -> bytes:
    """Return the fields of a component as JSON, upgraded to the version of its class."""
    name = f"{cls.__name__} of version {version}"
    if version > cls._version_:
        raise SaveError(
            f"{name} cannot be read: this program reads it up to version {cls._version_}, so use "
            "the release that saved it"
        )
    try:
        fields = cls.upgrade(version, msgspec.json.decode(text))
        if not isinstance(fields, dict):
            raise TypeError(f"upgrade returned {fields!r}")
        return msgspec.json.encode(fields)
    except Exception as error:  # a save may contain anything, and upgrade() is the user's code
        raise SaveError(f"{name} cannot be upgraded: {type(error).__name__}: {error}") from error
