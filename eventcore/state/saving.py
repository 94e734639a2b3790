"""Saving: save, load, snapshot and clone worlds.

A save also contains entities that have left the world if a field still refers to them, so that a
message can name a dead entity even after loading. Private fields are not saved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Annotated, Any

import msgspec

from eventcore.codegen import per_class
from eventcore.component import Component, types_of_name
from eventcore.copies import Uncopied
from eventcore.dispatch.bus import DEPTH_LIMIT
from eventcore.dispatch.entities import Row
from eventcore.dispatch.membership import Classes
from eventcore.entity import Entity
from eventcore.errors import DispatchError, RegistrationError, SaveError
from eventcore.event import SCHEDULED, TURN, Event, Published
from eventcore.schema.encoding import UNSAVED, enc_hook
from eventcore.schema.hints import Unsavable
from eventcore.schema.values import (
    DAMAGED,
    Read,
    Restore,
    Write,
    reader_of,
    restorer,
    write_fields,
    writer_of,
)
from eventcore.time.agenda import Place, Scheduled
from eventcore.time.recurring import Recurrence
from eventcore.world import World

_VERSION = 1  # the version of the save format


def save_world(world: World) -> bytes:
    """Return a world as JSON. Private fields are not saved.

    Raises:
        DispatchError: An event is being dispatched: a running chain cannot be saved.
        SaveError: A field holds a value that would not be the same after loading; the message
            names the field, its entity and the remedy.
    """
    if world._current is not None:
        raise DispatchError("a world cannot be saved during a dispatch: save it afterwards")
    return msgspec.json.encode(Writer(world).state(), order="deterministic")


def load_world(
    data: bytes,
    *,
    components: Sequence[type[Component]],
    debug: bool = False,
    mute: Collection[str] = (),
    depth_limit: int = DEPTH_LIMIT,
) -> World:
    """Load a saved world, without observers and taps.

    The ``upgrade`` method of a component class converts the fields of older saves.

    Args:
        data: The result of ``save_world``.
        components: All component classes that may be attached; a save refers to them by name.
        debug: Whether to check every dispatch for forbidden changes of state.
        mute: Handlers to leave out of all chains, written as ``Component.method``.
        depth_limit: The maximum ``depth`` of a nested event.

    Raises:
        SaveError: The bytes are not a save of a world with these components. If a component is
            invalid, the message names the component, its entity and the field.
        RegistrationError: A class is not a component or is listed twice, or a muted handler is
            unknown.
    """
    try:
        save = msgspec.json.decode(data, type=WorldState)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is not a saved world: {error}") from None
    if save.version != _VERSION:
        raise SaveError(f"the save has version {save.version}, and this program reads {_VERSION}")
    world = World(components=components, debug=debug, depth_limit=depth_limit, mute=mute)
    try:
        put_state(save, world)
        for name, stream in save.streams.items():
            world.stream(name).restore(stream)
    except SaveError:
        raise
    except DAMAGED as error:
        raise SaveError(f"this is not a save of this world: {error}") from None
    return world


class Snapshot(Uncopied):
    """The state of a world at one moment, without observers and taps. A snapshot never changes."""

    __slots__ = ("__weakref__", "_classes", "_options", "_state", "_streams")

    def __init__(self, world: World) -> None:
        """Copy a world. Raise the same errors as ``save_world``."""
        self._state = msgspec.json.decode(save_world(world), type=WorldState)
        self._streams = {name: world.stream(name).share() for name, _ in world.draws()}
        self._classes = world.components
        self._options = world.debug, world.depth_limit, world._router.muted

    def put_into(self, world: World, known: Iterable[Entity] = ()) -> None:
        """Replace the state of a world with this snapshot.

        The world keeps its chains, taps and observers. The current entities of the world and the
        ``known`` entities remain the same objects, so references to these entities stay valid. All
        components become new objects, with defaults in their private fields.

        Args:
            world: The world that was copied, or any world with the same component classes.
            known: Entities that have left the world, to reuse if they are in the snapshot.

        Raises:
            DispatchError: The world is dispatching an event.
            RegistrationError: The component classes of the world differ from the snapshot's.
        """
        if world._current is not None:
            raise DispatchError("put_into(world) during a dispatch: call it afterwards")
        if world.components != self._classes:
            raise RegistrationError(
                "a snapshot fits only worlds with its own components: give World(components=…) "
                "the same classes in the same order"
            )
        put_state(self._state, world, known)
        world._put_streams(self._streams)

    def make_world(self) -> World:
        """Create a world in this state, with the copied world's debug mode and muted handlers."""
        debug, depth_limit, muted = self._options
        world = World(components=self._classes, debug=debug, depth_limit=depth_limit, mute=muted)
        self.put_into(world)
        return world

    _remedy_ = (
        "a snapshot cannot be copied or pickled: it never changes, so use it as it is; to send a "
        "world to another process, use save_world(world)"
    )


# The format


class _EntityRow(msgspec.Struct):
    components: dict[str, msgspec.Raw]  # the fields of each component, by its name
    id: int
    owned: list[int]


class _EventRow(msgspec.Struct, array_like=True):
    number: int  # the number of the event's handle
    due: int  # the due time; if the owner is frozen, the remaining delay
    priority: int
    place: int
    origin: int  # the sequence number of the event that scheduled this event
    type: str
    fields: msgspec.Raw
    cost: int | None


class _AgendaState(msgspec.Struct):
    now: int
    places: list[Place]
    sequence: int  # the number of entries ever added
    still: list[tuple[int, Place | None]]  # frozen entities


class _PlannedState(msgspec.Struct, omit_defaults=True, kw_only=True):
    count: int  # the number of events ever scheduled
    recurring: list[tuple[int, Recurrence]] = []
    rows: list[_EventRow]


class WorldState(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The state of a world. ``versions`` omits component classes with version 1."""

    agenda: _AgendaState
    entities: list[_EntityRow]
    gone: list[_EntityRow]
    next_id: int
    planned: _PlannedState | None = None
    seed: int
    sequence: int
    streams: dict[str, list[int]]
    turn: int
    turn_length: Annotated[int, msgspec.Meta(ge=1)] = TURN
    version: int
    versions: dict[str, int] = {}


def time_of(world: World) -> int:
    """Return the time to store in saves and digests.

    Older saves store 0 at the beginning of a turn if the agenda was never used, so return 0 then.
    """
    agenda = world.agenda
    return agenda.now if agenda.sequence or agenda.now % world.turn_length else 0


# Writing


class Writer:
    """Writes a world, its entities and its events as rows.

    All methods raise SaveError if a value cannot be saved. The error names the field.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._gone: dict[int, Entity] = {}  # entities to which the written fields refer
        self._encode = msgspec.json.Encoder(enc_hook=self._hook).encode

    def state(self) -> WorldState:
        """Return the state of the world, with all entities to which the written events refer."""
        world, agenda, planned = self._world, self._world.agenda, None
        now = time_of(world)
        entities = self._rows(world)
        if agenda.planned:
            rows = [self._event(handle) for handle in (*agenda.scheduled(), *agenda.held())]
            planned = _PlannedState(count=agenda.planned, recurring=agenda.recurring(), rows=rows)
        written: set[int] = set()
        while missing := sorted(self._gone.keys() - written):
            written.update(missing)
            self._rows([self._gone[number] for number in missing])  # may find more entities
        return WorldState(
            version=_VERSION,
            seed=world.seed,
            turn=world.turn,
            turn_length=world.turn_length,
            sequence=world.sequence,
            next_id=world._entities.next_id,
            streams={name: world.stream(name).state() for name, _ in world.draws()},
            agenda=_AgendaState(now, agenda.places(), agenda.sequence, agenda.frozen_places()),
            entities=entities,
            gone=self._rows([self._gone[n] for n in sorted(written)]) if written else [],
            planned=planned,
            versions={cls.__name__: cls._version_ for cls in world.components if cls._version_ > 1},
        )

    def fields(self, packet: Component | Event, subject: str) -> bytes:
        """Return a component's or event's fields as JSON. Error messages begin with ``subject``."""
        try:
            return write_fields(packet, self._encode)
        except Unsavable as error:
            raise SaveError(f"{subject} cannot be saved: {error}") from None

    def _rows(self, entities: Iterable[Entity]) -> Any:
        try:
            return msgspec.Raw(self._encode([*map(_row, entities)]))
        except UNSAVED:
            for entity in entities:
                for part in entity.components:
                    self.fields(part, repr(entity))  # raises an error that names the field
            raise

    def _event(self, handle: Any) -> _EventRow:
        event = handle._event
        return _EventRow(
            handle.number,
            handle._due,
            handle._priority,
            handle._place,
            event.origin,
            type(event).__name__,
            msgspec.Raw(self.fields(event, f"the event scheduled at {handle.due}")),
            getattr(event, "_cost", None),
        )

    def _hook(self, value: Any) -> Any:
        if isinstance(value, Entity):
            if getattr(getattr(value, "_archetype", None), "home", None) is not self._world._router:
                raise Unsavable("it holds an entity of another world; use an entity of this world")
            if value._archetype.gone:
                self._gone[value.id] = value
        # A loaded handle has no epoch if its event was over before the world was saved.
        elif isinstance(value, Scheduled) and value._epoch not in (None, self._world.agenda._epoch):
            raise Unsavable(
                "it holds the handle of an event of another world, or of an event scheduled before "
                "a snapshot was put into this world; schedule the event again"
            )
        return enc_hook(value)


def _row(entity: Entity) -> _EntityRow:
    parts, writers = entity._parts, _writers(entity._archetype.own)
    components = {name: write(parts[slot]) for name, slot, write in writers}
    return _EntityRow(components, entity.id, [other.id for other in entity._owned or ()])


@per_class
def _writers(own: Any) -> list[tuple[str, int, Write]]:
    """Return the name, the slot and the writer of each component class, in order of the names."""
    return sorted((cls.__name__, slot, writer_of(cls)) for slot, cls in enumerate(own))


# Reading


def put_state(state: WorldState, world: World, known: Iterable[Entity] = ()) -> Restore:
    """Replace the state of a world, except for its streams.

    Entities that are in the world or in ``known`` remain the same objects. Return a function that
    resolves references to entities and handles. Raise SaveError if the state does not match the
    component classes of the world, or contradicts itself.
    """
    # Components refer to entities, so all entities must exist first.
    present = {entity.id: entity for entity in known} | world._entities.by_id
    ids = [row.id for row in (*state.entities, *state.gone)]
    entity_of = {number: present.get(number) or Entity(number) for number in ids}.__getitem__
    handles: dict[int, Scheduled] = {}

    def handle_of(number: int) -> Scheduled:
        return handles.get(number) or handles.setdefault(number, Scheduled(number))

    restore = restorer({Entity: entity_of, Scheduled: handle_of})
    read = _entity_reader(world.components, state.versions, restore)
    living = [read(row, entity_of(row.id)) for row in state.entities]
    gone = [read(row, entity_of(row.id)) for row in state.gone]
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
    planned = state.planned or _PlannedState(count=0, rows=[])
    events = [
        (handle_of(row.number), _read_event(row, world, restore), row.due, row.priority, row.place)
        for row in planned.rows
    ]
    world.agenda.restore_events(planned.count, events, planned.recurring)
    return restore


def _entity_reader(
    components: Classes, versions: dict[str, int], restore: Restore
) -> Callable[[_EntityRow, Entity], Row]:
    classes = {cls.__name__: (rank, cls) for rank, cls in enumerate(components)}
    # Maps the component names of a row to the classes, in the world's order, and their readers.
    plans: dict[tuple[str, ...], tuple[Classes, list[tuple[str, Read]]]] = {}

    def read_entity(row: _EntityRow, entity: Entity) -> Row:
        saved, names = row.components, tuple(row.components)
        try:
            if names not in plans:
                own = tuple([cls for _, cls in sorted(map(classes.__getitem__, names))])
                plans[names] = own, [(cls.__name__, _reader_of(cls, versions)) for cls in own]
            own, readers = plans[names]
            parts = [read(saved[name], restore) for name, read in readers]
        except KeyError as error:
            problem = f"{error} is not a component class of this world"
            raise SaveError(f"entity {row.id}: {problem}") from None
        except SaveError as error:
            raise SaveError(f"entity {row.id}: {error}") from None
        for part in parts:
            part._entity = entity
        return entity, own, parts

    return read_entity


def _reader_of(cls: type[Component], versions: dict[str, int]) -> Read:
    read, version = reader_of(cls), versions.get(cls.__name__, 1)
    if version == cls._version_:
        return read
    name = f"{cls.__name__} of version {version}"
    if version > cls._version_:
        raise SaveError(
            f"{name} cannot be read: this program reads it up to version {cls._version_}, so use "
            "the release that saved it"
        )

    def upgrade(text: bytes | msgspec.Raw, restore: Restore) -> Any:
        try:
            fields = cls.upgrade(version, msgspec.json.decode(text))
            if not isinstance(fields, dict):
                raise TypeError(f"upgrade returned {fields!r}")
            upgraded = msgspec.json.encode(fields)
        except Exception as error:  # a save may contain anything, and upgrade() is the user's code
            what = f"{type(error).__name__}: {error}"
            raise SaveError(f"{name} cannot be upgraded: {what}") from error
        return read(upgraded, restore)

    return upgrade


def _read_event(row: _EventRow, world: World, restore: Restore) -> Published:
    kinds = types_of_name(world.components, row.type)
    if len(kinds) != 1:
        why = "two event types have this name" if kinds else "no component handles it"
        raise SaveError(f"a {row.type} is scheduled at {row.due}, but {why}")
    try:
        event: Published = reader_of(kinds[0])(row.fields, restore)
    except SaveError as error:
        raise SaveError(f"an event scheduled at {row.due}: {error}") from None
    event._origin, event._sequence = row.origin, SCHEDULED
    if row.cost is not None:
        event._cost = row.cost  # type: ignore[union-attr]  # it is an Action
    return event
