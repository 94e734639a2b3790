"""Rehearsals: try events in a copy of the world, to find out whether one would be refused."""

from __future__ import annotations

from eventcore.dispatch import rules
from eventcore.entity import Entity
from eventcore.errors import CascadeError, DispatchError
from eventcore.event import Published
from eventcore.schema.reading import reader_of, restorer
from eventcore.state.saving import clone_world
from eventcore.state.world_state import Handles, Writer
from eventcore.time.agenda import Scheduled
from eventcore.world import World


def rehearse(world: World, *events: Published) -> Published | None:
    """Publish events in a copy of the world, one after another, until one is refused.

    The world and the events do not change, so a handler at ``VALIDATE`` can rehearse the parts of
    an action, and refuse the action if a part is refused. Each event sees the effects of earlier
    events. Previews and observers can also call this function. Each call copies the whole world.

    Returns:
        A settled copy of the first event that was refused, or None if none was refused.

    Raises:
        DispatchError: An argument is not an event of this world, was published before, or holds a
            value that cannot be saved.
        CascadeError: Rehearsals are nested deeper than the world's ``depth_limit``.
        TypeError: A field of a component holds a value that cannot be saved.
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
    writer, entities = Writer(world), copy._entities.by_id
    handles = Handles((h.number, h) for h in (*copy.agenda.scheduled(), *copy.agenda.held()))

    def find(number: int) -> Entity:
        entity = entities.get(number)
        if entity is None:  # the entity has left the world
            entity = Entity(number)
            entity._archetype = copy._entities.membership.archetype((), (), gone=True)
            entity._chains = entity._archetype.chains
        return entity

    restore = restorer({Entity: find, Scheduled: handles.__getitem__})
    for event in events:
        try:
            fields = writer.fields(event, "an event to rehearse")
        except TypeError as error:
            raise DispatchError(str(error)) from None
        tried: Published = copy.publish(reader_of(type(event))(fields, restore))
        if tried.failed:
            return tried
    return None
