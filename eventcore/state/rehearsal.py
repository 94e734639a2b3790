"""Rehearsals: try events in a copy of the world, to find out whether they would be refused."""

from __future__ import annotations

import msgspec

from eventcore.dispatch import rules
from eventcore.errors import CascadeError, DispatchError, SaveError
from eventcore.event import Published
from eventcore.schema.values import reader_of
from eventcore.state.saving import WorldState, Writer, put_state
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
        SaveError: A field of a component holds a value that cannot be saved.
    """
    world = getattr(world, "_world", world)  # handlers in a preview get a stand-in for the world
    depth = 0 if world._current is None else world._current._depth
    if depth >= world.depth_limit:
        raise CascadeError(
            f"rehearsals are nested more than {depth} deep: do not rehearse an event in a handler "
            "that runs in its own rehearsal"
        )
    for event in events:
        rules.check_published(event)
    writer = Writer(world)
    try:
        fields = [writer.fields(event, "an event to rehearse") for event in events]
    except SaveError as error:
        raise DispatchError(str(error)) from None
    state = msgspec.json.decode(msgspec.json.encode(writer.state()), type=WorldState)
    copy = World(components=world.components, debug=world.debug, mute=world._router.muted)
    copy.depth_limit = world.depth_limit - depth - 1
    restore = put_state(state, copy)
    copy._put_streams({name: world.stream(name).share() for name, _ in world.draws()})
    for event, text in zip(events, fields, strict=True):
        tried: Published = copy.publish(reader_of(type(event))(text, restore))
        if tried.failed:
            return tried
    return None
