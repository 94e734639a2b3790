"""World state: the data of a world, which saves write as JSON and snapshots keep in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from eventcore.component import Component
from eventcore.dispatch.entities import Row
from eventcore.dispatch.membership import Classes
from eventcore.entity import Entity
from eventcore.errors import SaveError
from eventcore.event import SCHEDULED, TURN, Published
from eventcore.time.agenda import Agenda, Place, Scheduled
from eventcore.time.recurring import Recurrence
from eventcore.world import World

VERSION = 1
"""The version of the save format."""


class Handles(dict[int, Scheduled]):
    """The handles of scheduled events by number; an unknown number gets a handle that is over."""

    def __missing__(self, number: int) -> Scheduled:
        handle = self[number] = Scheduled(number)
        return handle


class EntityState(msgspec.Struct):
    """An entity: its components, its id, and the ids of the entities it owns.

    In a save, the components are JSON. In a snapshot, a pair of classes and copies replaces them.
    """

    components: dict[str, msgspec.Raw]
    id: int
    owned: list[int]


class AgendaState(msgspec.Struct):
    """The time, the turns of actors, the number of entries ever added, and frozen entities."""

    now: int
    places: list[Place]
    sequence: int
    still: list[tuple[int, Place | None]]


class PlannedState(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The number of events ever scheduled, the recurrences, and a row for each pending event."""

    count: int
    recurring: list[tuple[int, Recurrence]] = []
    rows: list[tuple[int, int, int, int, int, str, dict[str, Any], int | None]]


class WorldState(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The state of a world. ``versions`` leaves out component classes of version 1."""

    agenda: AgendaState
    entities: list[EntityState]
    gone: list[EntityState]
    next_id: int
    planned: PlannedState | None = None
    seed: int
    sequence: int
    streams: dict[str, list[int]]
    turn: int
    turn_length: int = TURN
    version: int
    versions: dict[str, int] = {}


def state_of(
    world: World,
    streams: dict[str, Any],
    referenced: Mapping[int, Entity],
    components: Callable[[Entity], Any],
    event: Callable[[Scheduled], Any],
) -> WorldState:
    """Return the state of a world, with the entities that left it but are still referred to.

    ``components`` writes or copies an entity's components, and ``event`` a scheduled event. Both
    must add to ``referenced`` all entities in fields that have left the world, and may add others.
    """
    agenda, by_id = world.agenda, world._entities.by_id

    def state(entity: Entity) -> EntityState:
        owned = [other.id for other in entity._owned or ()]
        return EntityState(components(entity), entity.id, owned)

    entities = [state(entity) for entity in world]
    planned = None
    if agenda.planned:
        rows = _scheduled_rows(agenda, event)
        planned = PlannedState(count=agenda.planned, recurring=agenda.recurring(), rows=rows)
    gone: dict[int, EntityState] = {}
    while missing := sorted(referenced.keys() - by_id.keys() - gone.keys()):
        gone |= {number: state(referenced[number]) for number in missing}
    return WorldState(
        version=VERSION,
        seed=world.seed,
        turn=world.turn,
        turn_length=world.turn_length,
        sequence=world.sequence,
        next_id=world._entities.next_id,
        streams=streams,
        agenda=AgendaState(
            time_of(world), agenda.places(), agenda.sequence, agenda.frozen_places()
        ),
        entities=entities,
        gone=[gone[number] for number in sorted(gone)],
        planned=planned,
        versions=_versions_of(world.components),
    )


@lru_cache(maxsize=4)
def _versions_of(components: tuple[type[Component], ...]) -> dict[str, int]:
    return {cls.__name__: cls._version_ for cls in components if cls._version_ > 1}


def put_state(
    state: WorldState,
    world: World,
    entities: Mapping[int, Entity],
    handles: Handles,
    components_of: Callable[[Entity, Any], tuple[Classes, list[Any]]],
    event_of: Callable[[int, str, Any], Published],
) -> None:
    """Replace the state of a world, except for its streams.

    Args:
        state: The new state.
        world: The world.
        entities: All entities of the state by id.
        handles: The handles of scheduled events, for fields that refer to them.
        components_of: Creates an entity's components from the saved components. Returns their
            classes and the components.
        event_of: Creates a scheduled event from its due time, the name of its type and its fields.

    Raises:
        SaveError: The state contradicts itself.
    """
    entity_of = entities.__getitem__

    def row(saved: EntityState) -> Row:
        entity = entity_of(saved.id)
        return entity, *components_of(entity, saved.components)

    living = [row(saved) for saved in state.entities]
    world._entities.replace_all(living, [row(saved) for saved in state.gone])
    world._entities.set_owners(
        (entity_of(entity.id), [*map(entity_of, entity.owned)])
        for entity in state.entities
        if entity.owned
    )
    world.seed, world._sequence = state.seed, state.sequence
    world._entities.next_id = state.next_id
    agenda = state.agenda
    now = agenda.now or (0 if agenda.sequence else state.turn * state.turn_length)
    length, order = state.turn_length, agenda.sequence
    world.agenda.restore(length, now, order, agenda.places, agenda.still, entity_of)
    if world.turn != state.turn:
        raise SaveError(f"turn {state.turn} is not at time {agenda.now}: the save is damaged")
    planned = state.planned or PlannedState(count=0, rows=[])
    events = []
    for number, due, priority, place, origin, name, fields, cost in planned.rows:
        event = event_of(due, name, fields)
        event._origin, event._sequence = origin, SCHEDULED
        if cost is not None:
            event._cost = cost  # type: ignore[union-attr]  # an Action
        events.append((handles[number], event, due, priority, place))
    world.agenda.restore_events(planned.count, events, planned.recurring)


def _scheduled_rows(agenda: Agenda, fields: Callable[[Any], Any]) -> list[Any]:
    """Return a row for each scheduled event, earliest first, and then for each held event.

    A row has the number of the handle, the due time (for held events, counted from now), the
    priority, the place, the sequence number of the event's cause, the name of the event's type, the
    fields as ``fields`` returns them, and the cost or None.
    """
    return [
        (
            handle.number,
            handle._due,
            handle._priority,
            handle._place,
            handle._event.origin,
            type(handle._event).__name__,
            fields(handle),
            getattr(handle._event, "_cost", None),
        )
        for handle in (*agenda.scheduled(), *agenda.held())
        if handle._event is not None
    ]


def time_of(world: World) -> int:
    """Return the time to store in saves and digests.

    This is 0 at the beginning of a turn if nothing was ever on the agenda, because older saves and
    journals have 0 for worlds that only call ``advance()``.
    """
    agenda = world.agenda
    return agenda.now if agenda.sequence or agenda.now % world.turn_length else 0
