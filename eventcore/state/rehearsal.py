"""Rehearsals: try events in a copy of the world, so that either all of them happen or none."""

from __future__ import annotations

from typing import Any

from eventcore.dispatch import rules
from eventcore.entity import Entity
from eventcore.errors import CascadeError, DispatchError
from eventcore.event import Published
from eventcore.schema.values import class_copier
from eventcore.state.snapshot import clone_world
from eventcore.world import World


def rehearse(world: World, *events: Published) -> Published | None:
    """Publish events in a copy of the world, one after another, until one is refused.

    The world and the events do not change, so a handler at ``VALIDATE`` can refuse an action
    unless all of its parts would happen. Each part sees the effects of the parts before it.
    Previews and observers may rehearse too. ``clone_world`` copies the world each time.

    Returns:
        A settled copy of the first refused event, with its ``reason``; None if all would happen.

    Raises:
        DispatchError: An object is not an event of this world, or was used before.
        CascadeError: Rehearsals are nested deeper than the world's ``depth_limit``.
        TypeError: The world holds something that cannot be copied.
    """
    world = getattr(world, "_world", world)  # a preview hands its handlers a stand-in
    current = world._current
    depth = 0 if current is None else current._depth
    if depth >= world.depth_limit:
        raise CascadeError(
            f"rehearsals are nested more than {depth} deep: do not rehearse an event in a handler "
            "that runs in its own rehearsal"
        )
    for event in events:
        rules.refuse_unroutable(event)
        rules.refuse_to_publish(event)
        rules.refuse_used(event)
    world._current = None  # clone_world refuses to copy a world during a dispatch
    try:
        copy = clone_world(world)
    finally:
        world._current = current
    copy.depth_limit = world.depth_limit - depth - 1
    counterparts = _Counterparts(world, copy)
    for event in events:
        kind: Any = type(event)
        tried: Published = copy.publish(class_copier(kind)(event, counterparts))
        if tried.failed:
            return tried
    return None


class _Counterparts(dict[Any, Any]):
    """Maps the entities of a world to their counterparts in its copy."""

    def __init__(self, world: World, copy: World) -> None:
        super().__init__()
        self._world = world
        self._copy = copy

    def __missing__(self, thing: Any) -> Any:
        if not isinstance(thing, Entity):
            raise DispatchError(
                f"{thing!r} cannot be part of a rehearsal: the copy of the world has its own handle"
            )
        if thing._archetype.home is not self._world._router:
            raise DispatchError(
                f"{thing!r} is of another world: rehearse events of entities of this world"
            )
        found = self._copy._entities.by_id.get(thing.id)
        if found is None:  # it has left the world
            found = Entity(thing.id)
            archetype = self._copy._entities.membership.archetype((), (), gone=True)
            found._archetype, found._chains = archetype, archetype.chains
        self[thing] = found
        return found
