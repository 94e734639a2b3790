"""Snapshots: copies of a world's state that can be restored into a world any number of times.

The world then continues just as the copied world did. Observers and taps are not part of a
snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from eventcore.codegen import per_class
from eventcore.copies import Uncopied
from eventcore.entity import Archetype, Entity
from eventcore.errors import DispatchError, RegistrationError
from eventcore.schema.values import Copy, class_copier
from eventcore.state.saving import Writer
from eventcore.state.world_state import Handles, put_state, state_of
from eventcore.time.agenda import Scheduled
from eventcore.world import World

_ALIVE: Final = Archetype((), (), None)
_GONE: Final = Archetype((), (), None, gone=True)
_ERRORS: Final = (TypeError, AttributeError, ValueError, LookupError, RecursionError, NameError)


class Counterparts(dict[Any, Any]):
    """Maps the entities and handles of a world to their counterparts in a copy of it."""

    def __init__(self, find: Callable[[Any], Entity], handles: Handles) -> None:
        super().__init__()
        self._find = find
        self._handles = handles

    def __missing__(self, thing: Any) -> Any:
        is_handle = thing.__class__ is Scheduled
        other = self[thing] = self._handles[thing.number] if is_handle else self._find(thing)
        return other


class Snapshot(Uncopied):
    """The whole state of a world at one moment. It never changes.

    Attributes:
        sequence: The sequence number of the world's latest event.
    """

    __slots__ = ("__weakref__", "_classes", "_options", "_state", "sequence")

    def __init__(self, world: World) -> None:
        """Copy a world.

        Raises:
            DispatchError: An event is being dispatched, and its chain cannot be copied.
            TypeError: A field holds a value that cannot be copied; the message names the field.
        """
        if world._current is not None:
            raise DispatchError("Snapshot(world) during a dispatch: take it when it is over")
        self.sequence: int = world.sequence
        self._classes = world.components
        self._options = world.debug, world.depth_limit, world._router.muted
        gone: dict[int, Entity] = {}

        def stand_in(entity: Entity) -> Entity:
            archetype = entity._archetype
            if archetype.home is not world._router:
                raise TypeError(f"{entity!r} is of another world")
            if archetype.gone:
                gone[entity.id] = entity
            other = Entity(entity.id)
            other._archetype = _GONE if archetype.gone else _ALIVE
            return other

        def components(entity: Entity) -> Any:
            own = entity._archetype.own
            try:
                # zip() leaves out the components of owned entities, which follow the entity's own.
                pairs = zip(_copiers(own), entity._parts, strict=False)
                return own, [copy(part, counterparts) for copy, part in pairs]
            except _ERRORS:
                Writer(world).components(entity)  # its error names the field
                raise

        def event(handle: Scheduled) -> Any:
            original: Any = handle._event
            try:
                return class_copier(type(original))(original, counterparts)
            except _ERRORS:
                Writer(world).event(handle)
                raise

        counterparts = Counterparts(stand_in, Handles())
        streams = {name: world.stream(name).share() for name, _ in world.draws()}
        self._state = state_of(world, streams, gone, components, event)

    def put_into(self, world: World, known: Iterable[Entity] = ()) -> None:
        """Replace the state of a world with this snapshot.

        The world keeps its chains, taps and observers. Its current entities and the ``known``
        entities remain the same objects, so references to them stay valid. All components become
        new objects, with defaults in their private fields.

        Args:
            world: The copied world, or any world with the same component classes.
            known: Entities that have left the world, to be used again if the snapshot has them.

        Raises:
            DispatchError: The world is dispatching an event.
            RegistrationError: The component classes of the world differ from the snapshot's.
        """
        if world._current is not None:
            raise DispatchError("put_into(world) during a dispatch: do it when it is over")
        if world.components != self._classes:
            raise RegistrationError(
                "a snapshot fits the worlds of its own components: give World(components=…) the "
                "same classes in the same order"
            )
        state, handles = self._state, Handles()
        present = {entity.id: entity for entity in known} | world._entities.by_id
        ids = [entity.id for entity in (*state.entities, *state.gone)]
        entities = {number: present.get(number) or Entity(number) for number in ids}
        counterparts = Counterparts(lambda entity: entities[entity.id], handles)

        def components(entity: Entity, copied: Any) -> Any:
            own, parts = copied
            pairs = zip(_copiers(own), parts, strict=True)
            return own, [copy(part, counterparts, entity) for copy, part in pairs]

        def event(due: int, name: str, copied: Any) -> Any:
            return class_copier(type(copied))(copied, counterparts)

        put_state(state, world, entities, handles, components, event)
        world._put_streams(state.streams)  # type: ignore[arg-type]  # not JSON, unlike in a save

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


def clone_world(world: World) -> World:
    """Create an independent world in the same state, without the observers and taps.

    Raises:
        DispatchError: An event is being dispatched.
    """
    return Snapshot(world).make_world()


@per_class
def _copiers(own: Any) -> list[Copy]:
    return [class_copier(cls) for cls in own]
