"""Snapshots: copies of a world that can be put into worlds any number of times.

A world with a snapshot's state continues as the copied world did, as after saving and loading.
Observers and taps are not part of a snapshot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NoReturn, SupportsIndex

from eventcore.codegen import per_class
from eventcore.copies import keep_in_packets
from eventcore.dispatch.entities import Row
from eventcore.entity import Archetype, Entity
from eventcore.errors import CopyError, DispatchError, RegistrationError
from eventcore.event import Published
from eventcore.schema.values import Copy, class_copier
from eventcore.state.saving import Writer
from eventcore.state.world_state import EntityState, put_state, state_of
from eventcore.time.agenda import Scheduled
from eventcore.world import World

_HERE: Final = Archetype((), (), None), Archetype((), (), None, gone=True)
"""The archetypes of the entities in a snapshot: alive and gone."""
_FAILS: Final = (TypeError, AttributeError, ValueError, LookupError, RecursionError, NameError)


class _Copier(dict[Any, Any]):
    """Copies the content of a world, and maps its entities and handles to their stand-ins.

    Attributes:
        gone: The gone entities that the content refers to, by id.
    """

    def __init__(self, world: World) -> None:
        super().__init__()
        self.gone: dict[int, Entity] = {}
        self.handles: dict[int, Scheduled] = {}
        self._world = world
        self._home = world._router

    def __missing__(self, thing: Any) -> Any:
        if thing.__class__ is Scheduled:
            return self.handles.setdefault(thing.number, Scheduled(thing.number))
        archetype = thing._archetype
        if archetype.home is not self._home:
            raise TypeError(f"{thing!r} is of another world")
        if archetype.gone:
            self.gone[thing.id] = thing
        made = self[thing] = Entity(thing.id)
        made._archetype = _HERE[archetype.gone]
        return made

    def components(self, entity: Entity) -> Any:
        """Return the classes and the copied components of an entity."""
        own, shell = entity._archetype.own, self[entity]
        try:
            # The components of owned entities follow the entity's own components.
            pairs = zip(_copiers(own), entity._parts, strict=False)
            return own, [copy(part, self, shell) for copy, part in pairs]
        except _FAILS:
            Writer(self._world).components(entity)  # its error names the field
            raise

    def event(self, handle: Scheduled) -> Any:
        self.handles.setdefault(handle.number, Scheduled(handle.number))
        try:
            return class_copier(type(handle._event))(handle._event, self)
        except _FAILS:
            Writer(self._world).event(handle)
            raise


class _Reader:
    def __init__(
        self,
        world: World,
        shells: list[Entity],
        handles: list[Scheduled],
        known: Iterable[Entity],
    ) -> None:
        present = {entity.id: entity for entity in known} | world._entities.by_id
        self._world = world
        self._entities = {shell.id: present.get(shell.id) or Entity(shell.id) for shell in shells}
        self._handles = {handle.number: Scheduled(handle.number) for handle in handles}
        self._refs: dict[Any, Any] = {shell: self._entities[shell.id] for shell in shells}
        self._refs.update((handle, self._handles[handle.number]) for handle in handles)
        self.entity = self._entities.__getitem__
        self.handle = self._handles.__getitem__

    def row(self, saved: EntityState) -> Row:
        copied: Any = saved.components
        (own, parts), entity, refs = copied, self._entities[saved.id], self._refs
        pairs = zip(_copiers(own), parts, strict=True)
        return entity, own, [copy(part, refs, entity) for copy, part in pairs]

    def event(self, due: int, name: str, fields: Any) -> Published:
        made: Published = class_copier(type(fields))(fields, self._refs)
        return made


class Snapshot:
    """The whole state of a world at one moment. It never changes.

    Attributes:
        sequence: The sequence number of the world's latest event.
    """

    __slots__ = (
        "__weakref__", "_classes", "_handles", "_made", "_shells", "_state", "sequence",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        """Copy a world.

        Raises:
            DispatchError: An event is in flight: its chain cannot be copied.
            TypeError: A field holds a value that cannot be copied; the message names the field.
        """
        if world._current is not None:
            raise DispatchError("Snapshot(world) during a dispatch: take it when it is over")
        self.sequence: int = world.sequence
        self._classes = world.components
        self._made = world.debug, world.depth_limit, world._router.muted
        copier = _Copier(world)
        streams = {name: world.stream(name).share() for name, _ in world.draws()}
        self._state = state_of(world, streams, copier.gone, copier.components, copier.event)
        self._shells = [*copier.values()]
        self._handles = [*copier.handles.values()]

    def put_into(self, world: World, known: Iterable[Entity] = ()) -> None:
        """Replace the state of a world with this snapshot.

        The world keeps its chains, taps and observers. Its present entities and the ``known``
        entities remain the same objects, so references to them stay valid. All components are
        created anew, with defaults in their private fields.

        Args:
            world: The copied world, or any world with the same components.
            known: Gone entities of the world that may come back.

        Raises:
            DispatchError: An event is in flight in the world.
            RegistrationError: The world has other components.
        """
        if world._current is not None:
            raise DispatchError("put_into(world) during a dispatch: do it when it is over")
        if world.components != self._classes:
            raise RegistrationError(
                "a snapshot fits the worlds of its own components: give World(components=…) the "
                "same classes in the same order"
            )
        reader, streams = _Reader(world, self._shells, self._handles, known), self._state.streams
        put_state(self._state, world, reader.entity, reader.handle, reader.row, reader.event)
        world._put_streams(streams)  # type: ignore[arg-type]  # streams, where a save has JSON

    def make_world(self) -> World:
        """Create a world in this state, with the copied world's debug mode and muted handlers."""
        debug, depth_limit, muted = self._made
        world = World(components=self._classes, debug=debug, depth_limit=depth_limit, mute=muted)
        self.put_into(world)
        return world

    __deepcopy__ = keep_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Raise a CopyError: a snapshot never changes, so nothing needs a copy."""
        raise CopyError(
            "a snapshot cannot be copied or pickled: it never changes, so keep it itself; for "
            "another process save_world(world) writes a world down"
        )


def clone_world(world: World) -> World:
    """Create an independent world in the same state, without the observers and taps.

    Raises:
        DispatchError: An event is in flight.
    """
    return Snapshot(world).make_world()


@per_class
def _copiers(own: Any) -> list[Copy]:
    return [class_copier(cls) for cls in own]
