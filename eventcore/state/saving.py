"""Saving: write a world as JSON, and load it.

A save includes entities that have left the world if a field refers to them, so that a message can
still name a dead entity after loading. Private fields are not saved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from eventcore.codegen import per_class
from eventcore.component import Component, types_of_name
from eventcore.dispatch.bus import DEPTH_LIMIT
from eventcore.dispatch.membership import Classes
from eventcore.entity import Entity
from eventcore.errors import DispatchError, SaveError, ScheduleError
from eventcore.event import Event, Published
from eventcore.schema.encoding import UNSAVED, enc_hook, reason_of
from eventcore.schema.hints import UnsavableValue, hints_of
from eventcore.schema.reading import read_all, read_one, reason, restorer
from eventcore.schema.values import Write, class_writer, writer_of
from eventcore.state.world_state import (
    VERSION,
    EntityState,
    Handles,
    WorldState,
    put_state,
    state_of,
)
from eventcore.time.agenda import Scheduled
from eventcore.world import World

_DAMAGED: Final = (
    ScheduleError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError,
)  # fmt: skip
"""The errors raised for a damaged save, besides ``SaveError``."""


def save_world(world: World) -> bytes:
    """Return a world as JSON.

    Raises:
        DispatchError: An event is being dispatched, and its chain cannot be saved.
        TypeError: A field holds a value that ``load_world`` could not read back unchanged; the
            message names the field, its entity and the remedy.
    """
    if world._current is not None:
        raise DispatchError("save_world() during a dispatch: save when it is over")
    writer = Writer(world)
    streams = {name: world.stream(name).state() for name, _ in world.draws()}
    state = state_of(world, streams, writer.referenced, writer.components, writer.event)
    return msgspec.json.encode(state, order="deterministic")


class Writer:
    """Writes components and scheduled events as JSON, and checks that they can be read back."""

    __slots__ = ("_agenda", "_encode", "_home", "referenced")

    def __init__(self, world: World) -> None:
        self._home = world._router
        self._agenda = world.agenda
        self.referenced: dict[int, Entity] = {}
        self._encode = msgspec.json.Encoder(enc_hook=self._hook).encode

    def components(self, entity: Entity) -> msgspec.Raw:
        """Write an entity's components, and add the entities they refer to to ``referenced``.

        Raises:
            TypeError: A field holds a value that ``load_world`` could not read back unchanged.
        """
        parts = entity._parts
        try:
            writers = _writers(entity._archetype.own)
            return msgspec.Raw(self._encode({n: write(parts[slot]) for n, slot, write in writers}))
        except UNSAVED as error:
            for part in entity.components:
                self.component(part)  # its error names the field
            raise TypeError(f"{entity!r} cannot be saved: {reason_of(error)}") from None

    def component(self, component: Component) -> bytes:
        """Write the fields of a component. Raise the same errors as ``components``."""
        return self._write(component, component._declared_, f"of {component.entity!r}")

    def event(self, handle: Scheduled) -> msgspec.Raw:
        """Write the fields of a scheduled event. Raise the same errors as ``components``."""
        event: Any = handle._event
        return msgspec.Raw(self._write(event, type(event), f"scheduled at {handle.due}"))

    def _write(self, packet: Component | Event, cls: Any, where: str) -> bytes:
        try:
            return self._encode(class_writer(cls)(packet))
        except UNSAVED as error:
            for name, hint in hints_of(cls).items():
                try:
                    self._encode(writer_of(hint)(getattr(packet, name)))
                except UNSAVED as cause:
                    field = f"{cls.__name__}.{name} {where}"
                    raise TypeError(f"{field} cannot be saved: {reason_of(cause)}") from None
            raise TypeError(f"{packet!r} cannot be saved: {reason_of(error)}") from None

    def _hook(self, value: Any) -> Any:
        if isinstance(value, Entity):
            if getattr(getattr(value, "_archetype", None), "home", None) is not self._home:
                raise UnsavableValue("it holds an entity of another world; give one of this world")
            self.referenced[value.id] = value
        elif isinstance(value, Scheduled) and not self._is_of_this_agenda(value):
            raise UnsavableValue(
                "it holds the handle of an event of another world, or of an event scheduled before "
                "a snapshot was put into this world; schedule the event again"
            )
        return enc_hook(value)

    def _is_of_this_agenda(self, handle: Scheduled) -> bool:
        if handle._agenda is None:  # loaded from a save, and its event is over
            return True
        return handle._agenda is self._agenda and handle._epoch is self._agenda._epoch


@per_class
def _writers(own: Any) -> list[tuple[str, int, Write]]:
    """Return the name, the slot and the writer of each component class, sorted by name."""
    return sorted((cls.__name__, slot, class_writer(cls)) for slot, cls in enumerate(own))


def load_world(
    data: bytes,
    *,
    components: Sequence[type[Component]],
    debug: bool = False,
    mute: Collection[str] = (),
    depth_limit: int = DEPTH_LIMIT,
) -> World:
    """Load a saved world, without observers and taps.

    The ``upgrade`` method of a component class converts fields saved by an older version of it.

    Args:
        data: The result of ``save_world``.
        components: All component classes that may be attached; a save refers to them by name.
        debug: Whether to check every dispatch.
        mute: Handlers to leave out of all chains, written as ``Component.method``.
        depth_limit: The largest number of causes that an event may have.

    Raises:
        SaveError: The bytes are not a save of a world with these components. If a component does
            not fit, the message names the component, its entity and the field.
        RegistrationError: A class is not a component or is listed twice, or a muted handler is
            unknown.
    """
    try:
        save = msgspec.json.decode(data, type=WorldState)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is not a saved world: {error}") from None
    if save.version != VERSION:
        raise SaveError(f"the save has version {save.version}, and this program reads {VERSION}")
    try:
        world = World(
            seed=save.seed,
            components=components,
            debug=debug,
            depth_limit=depth_limit,
            mute=mute,
            turn_length=save.turn_length,
        )
    except ScheduleError as error:
        raise SaveError(f"this is not a save of this world: {error}") from None
    try:
        reader = _Reader(world, save)
        put_state(save, world, reader.entities, reader.handles, reader.components, reader.event)
        for name, stream in save.streams.items():
            world.stream(name).restore(stream)
    except SaveError:
        raise
    except _DAMAGED as error:
        raise SaveError(f"this is not a save of this world: {error}") from None
    return world


class _Reader:
    """Reads components and scheduled events from the JSON of a save, for a new world."""

    def __init__(self, world: World, save: WorldState) -> None:
        self._world = world
        self._classes = {cls.__name__: cls for cls in world.components}
        self._ranks = {name: rank for rank, name in enumerate(self._classes)}
        self._versions = save.versions
        # Components refer to entities, so all entities must exist first.
        saved = (*save.entities, *save.gone)
        self.entities = {entity.id: Entity(entity.id) for entity in saved}
        self.entities[world.root.id] = world.root
        self.handles = Handles()
        self._restore = restorer(
            {Entity: self.entities.__getitem__, Scheduled: self.handles.__getitem__}
        )
        self._sets: dict[tuple[str, ...], Classes] = {}
        self._read_ahead = self._read_by_class(saved)

    def _read_by_class(self, saved: Iterable[EntityState]) -> dict[type, Iterator[Component]]:
        """Read the components of each class at once; reading them singly takes a third longer.

        A class is left out if its components need an upgrade, or if one of them cannot be read.
        """
        texts: dict[str, list[msgspec.Raw]] = {}
        for entity in saved:
            for name, text in entity.components.items():
                texts.setdefault(name, []).append(text)
        components = {}
        for name, cls in self._classes.items():
            if name in texts and self._versions.get(name, 1) == cls._version_:
                with suppress(Exception):  # ``read_one`` raises an error that names the field
                    components[cls] = iter(read_all(cls, texts[name], self._restore))
        return components

    def components(self, entity: Entity, saved: Any) -> tuple[Classes, list[Any]]:
        """Return an entity's component classes in the world's order, and its components."""
        names, read = tuple(saved), self._read_ahead
        own = self._sets.get(names) or self._find_classes(entity.id, names)
        parts = [
            next(read[cls]) if cls in read else self._read(entity.id, cls, saved[cls.__name__])
            for cls in own
        ]
        for part in parts:
            part._entity = entity
        return own, parts

    def _find_classes(self, number: int, names: tuple[str, ...]) -> Classes:
        for name in names:
            if name not in self._classes:
                raise SaveError(f"entity {number} has a {name}, which this world does not know")
        own = tuple([self._classes[name] for name in sorted(names, key=self._ranks.__getitem__)])
        self._sets[names] = own
        return own

    def _read(self, number: int, cls: Any, text: msgspec.Raw) -> Any:
        name = cls.__name__
        try:
            fields = msgspec.json.decode(text, type=dict[str, Any])
            return read_one(cls, upgraded(cls, self._versions.get(name, 1), fields), self._restore)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise SaveError(f"this is not a saved world: {error}") from None
        except SaveError as error:
            raise SaveError(f"the {name} of entity {number} {error}") from None

    def event(self, due: int, name: str, fields: Mapping[str, Any]) -> Published:
        kinds = types_of_name(self._world.components, name)
        if len(kinds) != 1:
            why = "two event types have this name" if kinds else "no component handles it"
            raise SaveError(f"a {name} is scheduled at {due}, but {why}")
        try:
            event: Published = read_one(kinds[0], fields, self._restore)
        except SaveError as error:
            raise SaveError(f"the {name} scheduled at {due} {error}") from None
        return event


def upgraded(cls: type[Component], version: int, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a component, upgraded to the version of its class.

    Raises:
        SaveError: The fields are of a later version, or the class cannot upgrade them.
    """
    if version == cls._version_:
        return fields
    if version > cls._version_:
        raise SaveError(
            f"has version {version}, and this program reads it up to version {cls._version_}: use "
            "the release that saved it"
        )
    try:
        current = cls.upgrade(version, dict(fields))
    except Exception as error:  # a save may contain anything, and upgrade() is the user's code
        raise SaveError(f"cannot be upgraded from version {version}: {reason(error)}") from error
    if not isinstance(current, dict):
        raise SaveError(f"cannot be upgraded from version {version}: upgrade returned {current!r}")
    return current
