"""Rehearsals: try events in a copy of the world, to find out whether all of them would happen."""

from __future__ import annotations

from typing import Any

from eventcore.dispatch import rules
from eventcore.entity import Entity
from eventcore.errors import CascadeError, DispatchError
from eventcore.event import Published
from eventcore.schema.values import class_copier
from eventcore.state.snapshot import Counterparts, clone_world
from eventcore.state.world_state import Handles
from eventcore.world import World


def rehearse(world: World, *events: Published) -> Published | None:
    """Publish events in a copy of the world, one after another, until one is refused.

    The world and the events do not change, so a handler at ``VALIDATE`` can refuse an action
    unless all of its parts would happen. Each part sees the effects of the parts before it.
    Previews and observers may also call this. Each call copies the world with ``clone_world``.

    Returns:
        A settled copy of the first refused event, with its ``reason``; None if all would happen.

    Raises:
        DispatchError: An argument is not an event of this world, or was published before.
        CascadeError: Rehearsals are nested deeper than the world's ``depth_limit``.
        TypeError: A field holds a value that cannot be copied.
    """
    world = getattr(world, "_world", world)  # handlers in a preview get a stand-in for the world
    current = world._current
    depth = 0 if current is None else current._depth
    if depth >= world.depth_limit:
        raise CascadeError(
            f"rehearsals are nested more than {depth} deep: do not rehearse an event in a handler "
            "that runs in its own rehearsal"
        )
    for event in events:
        rules.check_published(event)
    world._current = None  # clone_world refuses to copy a world during a dispatch
    try:
        copy = clone_world(world)
    finally:
        world._current = current
    copy.depth_limit = world.depth_limit - depth - 1

    def counterpart(entity: Entity) -> Entity:
        if entity._archetype.home is not world._router:
            raise DispatchError(
                f"{entity!r} is of another world: rehearse events of entities of this world"
            )
        other = copy._entities.by_id.get(entity.id)
        if other is None:  # it has left the world
            other = Entity(entity.id)
            archetype = copy._entities.membership.archetype((), (), gone=True)
            other._archetype, other._chains = archetype, archetype.chains
        return other

    handles = (*copy.agenda.scheduled(), *copy.agenda.held())
    counterparts = Counterparts(counterpart, Handles((handle.number, handle) for handle in handles))
    for event in events:
        kind: Any = type(event)
        tried: Published = copy.publish(class_copier(kind)(event, counterparts))
        if tried.failed:
            return tried
    return None
