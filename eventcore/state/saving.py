"""Saving: save, load, snapshot and clone worlds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from eventcore.component import Component
from eventcore.copies import Uncopied
from eventcore.dispatch.bus import DEPTH_LIMIT
from eventcore.entity import Entity
from eventcore.errors import DispatchError, RegistrationError, SaveError
from eventcore.schema.reading import DAMAGED
from eventcore.state.world_state import VERSION, WorldState, put_state, state_of
from eventcore.world import World


def save_world(world: World) -> bytes:
    """Return a world as JSON. Private fields are not saved.

    Raises:
        DispatchError: An event is being dispatched, and its chain cannot be saved.
        TypeError: A field holds a value that ``load_world`` could not read back unchanged; the
            message names the field, its entity and the remedy.
    """
    if world._current is not None:
        raise DispatchError("a world cannot be saved during a dispatch: save it afterwards")
    return msgspec.json.encode(state_of(world), order="deterministic")


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
    world = World(
        seed=save.seed,
        components=components,
        debug=debug,
        depth_limit=depth_limit,
        mute=mute,
        turn_length=save.turn_length,
    )
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
    """The whole state of a world at one moment, without observers and taps. It never changes.

    It consists of a save in memory and of the generators of the random streams.

    Attributes:
        sequence: The sequence number of the world's latest event.
    """

    __slots__ = ("__weakref__", "_classes", "_options", "_state", "_streams", "sequence")

    def __init__(self, world: World) -> None:
        """Copy a world. Raise the same errors as ``save_world``."""
        self._state = msgspec.json.decode(save_world(world), type=WorldState)
        self._streams = {name: world.stream(name).share() for name, _ in world.draws()}
        self._classes = world.components
        self._options = world.debug, world.depth_limit, world._router.muted
        self.sequence: int = world.sequence

    def put_into(self, world: World, known: Iterable[Entity] = ()) -> None:
        """Replace the state of a world with this snapshot.

        The world keeps its chains, taps and observers. Its current entities and the ``known``
        entities remain the same objects, so references to them stay valid. All components become
        new objects, with defaults in their private fields.

        Args:
            world: The world that was copied, or any world with the same component classes.
            known: Entities that have left the world. The snapshot's entities reuse these objects.

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


def clone_world(world: World) -> World:
    """Create an independent world in the same state. Raise the same errors as ``save_world``."""
    return Snapshot(world).make_world()
