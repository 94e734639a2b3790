"""Save and load worlds, take snapshots, and rehearse events in a copy of a world.

A save also contains entities that have left the world if a field still refers to them. A program
can therefore still show such an entity after loading. Private fields are not saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec

from eventcore.codegen import per_class
from eventcore.component import Component, types_of_name
from eventcore.copies import Uncopied
from eventcore.dispatch import rules
from eventcore.dispatch.entities import Row
from eventcore.dispatch.membership import Classes
from eventcore.entity import Entity
from eventcore.errors import CascadeError, DispatchError, RegistrationError, SaveError
from eventcore.event import SCHEDULED, TURN, Event, Published
from eventcore.rng import Stream
from eventcore.schema.hints import Unsavable
from eventcore.schema.values import (
    DAMAGED,
    UNSAVED,
    Read,
    Restore,
    Write,
    enc_hook,
    reader_of,
    restorer,
    write_fields,
    writer_of,
)
from eventcore.text import short_repr
from eventcore.time.agenda import Place, Scheduled
from eventcore.time.scheduling import Recurrence
from eventcore.world import World

_VERSION = 1  # the version of the save format


def save_world(world: World) -> bytes:
    """Return a world as JSON. Private fields are not saved.

    Raises:
        DispatchError: The world is dispatching an event, so a chain of handlers is running.
        SaveError: A field holds a value that would not be the same after loading.
    """
    if world_of(world)._current is not None:
        raise DispatchError("a world cannot be saved during a dispatch: save it after the dispatch")
    return msgspec.json.encode(_Writer(world).state(world._streams), order="deterministic")


def load_world(data: bytes, *, components: Sequence[type[Component]], debug: bool = False) -> World:
    """Load a saved world. A loaded world has no observers or taps.

    A save refers to component classes by name, so ``components`` must contain all these classes.
    The ``upgrade`` method of a class converts the fields of older saves.

    Raises:
        SaveError: The bytes are not a save of a world with these components. If a component is
            invalid, the message names the component, its entity and the field.
        RegistrationError: A class is not a component class or is listed twice.
    """
    try:
        save = msgspec.json.decode(data, type=_WorldState)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"the data is not a saved world: {error}") from None
    if save.version != _VERSION:
        raise SaveError(f"the save has format {save.version}: use a release that reads this format")
    world = World(components=components, debug=debug)
    try:
        _put_state(save, world)
    except SaveError:
        raise
    except DAMAGED as error:
        raise SaveError(f"the save is damaged or does not fit these components: {error}") from None
    return world


class Snapshot(Uncopied):
    """The state of a world at one moment, without observers and taps. A snapshot never changes."""

    __slots__ = ("__weakref__", "_classes", "_options", "_state")

    def __init__(self, world: World) -> None:
        """Copy a world. Raise the same errors as ``save_world``."""
        self._state = msgspec.json.decode(save_world(world), type=_WorldState)
        self._classes = world.components
        self._options = world.debug, world.depth_limit, world._router.muted

    def put_into(self, world: World, known: Iterable[Entity] = ()) -> None:
        """Replace the state of a world with this snapshot.

        The world keeps its handlers, taps and observers. Its entities, and ``known`` entities that
        have left the world, remain the same objects, so references to them stay valid. All
        components are replaced with new objects, whose private fields have their default values.

        Raises:
            DispatchError: The world is dispatching an event.
            RegistrationError: The world and the snapshot have different component classes.
        """
        if world_of(world)._current is not None:
            raise DispatchError("put_into(world) was called during a dispatch: call it afterwards")
        if world.components != self._classes:
            raise RegistrationError(
                "a snapshot fits only worlds with the same component classes in the same order"
            )
        _put_state(self._state, world, known)

    def make_world(self) -> World:
        """Create a world in this state, with the debug mode and muted handlers of the original."""
        debug, depth_limit, muted = self._options
        world = World(components=self._classes, debug=debug, depth_limit=depth_limit, mute=muted)
        self.put_into(world)
        return world


def world_of(world: Any) -> World:
    """Return a world, or raise TypeError if the argument is something else."""
    world = getattr(world, "_world", world)  # handlers in a preview get a stand-in for the world
    if not isinstance(world, World):
        raise TypeError(f"{short_repr(world)} is not a World: pass one, such as simulation.world")
    return world


def rehearse(world: World, *events: Published) -> Published | None:
    """Publish events in a copy of the world, one after another, until an event is refused.

    The world and the events do not change, so a handler at ``VALIDATE`` can rehearse the parts of
    an action, and refuse the action if a part is refused. Each event sees the effects of earlier
    events. Observers and previewed handlers can call it too. Each call copies the whole world.

    Returns:
        A settled copy of the first refused event, or None if no event was refused.

    Raises:
        DispatchError: An argument is not an event of this world, has already been published, or
            holds a value that cannot be saved.
        CascadeError: Rehearsals are nested more deeply than the world's ``depth_limit`` allows.
        SaveError: A field of a component holds a value that cannot be saved.
    """
    world = world_of(world)
    depth = 0 if world._current is None else world._current._depth
    if depth >= world.depth_limit:
        raise CascadeError(
            f"rehearsals are nested more than {depth} levels deep: a handler must not rehearse an "
            "event whose rehearsal runs this handler again"
        )
    for event in events:
        rules.check_published(event)
    writer = _Writer(world)
    try:
        fields = [writer.fields(event, "an event to rehearse") for event in events]
    except SaveError as error:
        raise DispatchError(str(error)) from None
    state = msgspec.json.decode(msgspec.json.encode(writer.state({})), type=_WorldState)
    copy = World(components=world.components, debug=world.debug, mute=world._router.muted)
    copy.depth_limit = world.depth_limit - depth - 1
    restore = _put_state(state, copy)
    copy._streams = {name: stream.copy_to(copy) for name, stream in world._streams.items()}
    for event, text in zip(events, fields, strict=True):
        tried: Published = copy.publish(reader_of(type(event))(text, restore))
        if tried.failed:
            return tried
    return None


# The format


class _EntityRow(msgspec.Struct):
    components: dict[str, msgspec.Raw]  # maps the names of component classes to their fields
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
    sequence: int  # the number of entries ever added to the agenda
    still: list[tuple[int, Place | None]]  # the ids of frozen entities, and their next turns


class _PlannedState(msgspec.Struct, omit_defaults=True, kw_only=True):
    count: int  # the number of events ever scheduled
    recurring: list[tuple[int, Recurrence]] = []
    rows: list[_EventRow]


class _WorldState(msgspec.Struct, omit_defaults=True, kw_only=True):
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
    versions: dict[str, int] = {}  # component classes with version 1 are omitted


def time_of(world: World) -> int:
    """Return the time to store in saves and digests."""
    agenda = world.agenda  # as in older saves, store 0 for an unused agenda at the start of a turn
    return agenda._now if agenda.sequence or agenda._now % agenda.turn_length else 0


# Writing


class _Writer:
    """Writes worlds as JSON. If a value cannot be saved, a SaveError names its field."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._gone: dict[int, Entity] = {}  # departed entities that fields refer to
        self._encode = msgspec.json.Encoder(enc_hook=self._hook).encode

    def state(self, streams: Mapping[str, Stream]) -> _WorldState:
        """Return the state of the world, with departed entities that fields still refer to."""
        world, agenda, planned = self._world, self._world.agenda, None
        now = time_of(world)
        entities = self._rows(world)
        if agenda.planned:
            handles = agenda.scheduled()
            recurring = [(each.number, each._recurrence) for each in handles if each._recurrence]
            rows = [*map(self._event, handles)]
            planned = _PlannedState(count=agenda.planned, recurring=recurring, rows=rows)
        written: set[int] = set()
        while missing := sorted(self._gone.keys() - written):
            written.update(missing)
            self._rows([self._gone[number] for number in missing])  # this may add to self._gone
        return _WorldState(
            version=_VERSION,
            seed=world.seed,
            turn=world.turn,
            turn_length=world.turn_length,
            sequence=world.sequence,
            next_id=world._entities.next_id,
            streams={name: stream.state() for name, stream in streams.items()},
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
                raise Unsavable("it holds an entity from another world; use one from this world")
            if value._archetype.gone:
                self._gone[value.id] = value
        # A loaded handle has no epoch if it was no longer pending when the world was saved.
        elif isinstance(value, Scheduled) and value._epoch not in (None, self._world.agenda._epoch):
            raise Unsavable(
                "it holds the handle of an event that was scheduled in another world, or before a "
                "snapshot was put into this world; schedule the event again"
            )
        return enc_hook(value)


def _row(entity: Entity) -> _EntityRow:
    parts, writers = entity._parts, _writers(entity._archetype.own)
    components = {name: write(parts[slot]) for name, slot, write in writers}
    return _EntityRow(components, entity.id, [other.id for other in entity._owned or ()])


@per_class
def _writers(own: Any) -> list[tuple[str, int, Write]]:
    return sorted((cls.__name__, slot, writer_of(cls)) for slot, cls in enumerate(own))


# Reading


def _put_state(state: _WorldState, world: World, known: Iterable[Entity] = ()) -> Restore:
    """Replace the state of a world, and return a function that resolves saved references.

    Entities in the world or in ``known`` remain the same objects. The function resolves references
    to entities and handles. Raise SaveError if the state does not fit the world.
    """
    # Components refer to entities, so all entities must exist first.
    present = {entity.id: entity for entity in known} | world._entities.by_id
    ids = [row.id for row in (*state.entities, *state.gone)]
    entity_of = {number: present.get(number) or Entity(number) for number in ids}.__getitem__
    handle_of = cache(Scheduled)
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
    planned = state.planned or _PlannedState(count=0, rows=[])
    events = [
        (handle_of(row.number), _read_event(row, world, restore), row.due, row.priority, row.place)
        for row in planned.rows
    ]
    turns = agenda.sequence, agenda.places, agenda.still, entity_of
    world.agenda.restore(length, now, *turns, planned.count, events, dict(planned.recurring))
    if world.turn != state.turn:
        raise SaveError(f"turn {state.turn} does not match time {agenda.now}: the save is damaged")
    world._put_streams(state.streams)
    return restore


def _entity_reader(
    components: Classes, versions: dict[str, int], restore: Restore
) -> Callable[[_EntityRow, Entity], Row]:
    classes = {cls.__name__: (rank, cls) for rank, cls in enumerate(components)}
    # Maps the class names in a saved row to the classes and their readers, in the world's order.
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
            raise SaveError(
                f"entity {row.id}: the world has no component class {error}; if it was renamed or "
                "removed, keep a class with this name and the saved fields in the world's "
                "components, and detach it in restored() or after load_world()"
            ) from None
        except SaveError as error:
            changed = error.__cause__ is None and " field `" in str(error)
            hint = "; if its fields have changed, increase its version" if changed else ""
            raise SaveError(f"entity {row.id}: {error}{hint}") from None
        for part in parts:
            part._entity = entity
        return entity, own, parts

    return read_entity


def _reader_of(cls: type[Component], versions: dict[str, int]) -> Read:
    read, version = reader_of(cls), versions.get(cls.__name__, 1)
    if version == cls._version_:
        return read
    old = f"{cls.__name__} of version {version}"
    if version > cls._version_:
        raise SaveError(f"{old}: this program reads version {cls._version_}; use a newer release")

    def upgrade(text: bytes | msgspec.Raw, restore: Restore) -> Any:
        try:
            fields = cls.upgrade(version, msgspec.json.decode(text))
            return read(msgspec.json.encode(fields), restore)
        except Exception as error:  # a save may contain anything, and upgrade() is the user's code
            raise SaveError(f"{old} cannot be upgraded: {type(error).__name__}: {error}") from error

    return upgrade


def _read_event(row: _EventRow, world: World, restore: Restore) -> Published:
    kinds = types_of_name(world.components, row.type)
    if len(kinds) != 1:
        unhandled = "no component handles it; if it was renamed or removed, keep a handler for it"
        why = "two event types have this name; rename one" if kinds else unhandled
        raise SaveError(f"a {row.type} is scheduled at {row.due}, but {why}")
    try:
        event: Published = reader_of(kinds[0])(row.fields, restore)
    except SaveError as error:
        raise SaveError(f"an event scheduled at {row.due}: {error}") from None
    event._origin, event._sequence = row.origin, SCHEDULED
    if row.cost is not None:
        event._cost = row.cost  # type: ignore[union-attr]  # it is an Action
    return event
