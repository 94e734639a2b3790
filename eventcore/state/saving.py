"""Saving: a world as canonical JSON, and the same world again.

Entities are shells first, so that components can refer to one another in any order.
Those that are gone, and that somebody remembers still, are saved as well: a message
about the dead finds their name after loading too. What is kept in underscored slots
is made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
import msgspec

from eventcore.component import Component
from eventcore.dispatch.bus import DEPTH_LIMIT
from eventcore.entity import Entity
from eventcore.errors import DispatchError, SaveError, ScheduleError
from eventcore.event import SCHEDULED, TURN, Published
from eventcore.state.codec import due_of, rows_of, time_of
from eventcore.state.event_types import types_of_name
from eventcore.state.pen import Pen
from eventcore.state.remaking import made_at_once
from eventcore.state.restoring import brought_up, converter, made_of, restorer
from eventcore.time.agenda import Scheduled
from eventcore.time.recurring import Recurrence
from eventcore.world import World

_VERSION = 1


@attrs.frozen
class _Save:
    """A world, as it is saved; ``versions`` names the components that are of a later one than 1."""

    version: int
    seed: int
    turn: int
    sequence: int
    next_id: int
    streams: dict[str, list[int]]
    agenda: _Agenda
    entities: list[_Saved]
    gone: list[_Saved]
    turn_length: int | msgspec.UnsetType = msgspec.UNSET
    planned: _Planned | msgspec.UnsetType = msgspec.UNSET
    versions: dict[str, int] | msgspec.UnsetType = msgspec.UNSET


@attrs.frozen
class _Planned:
    """Scheduled events as they are saved: how many there ever were, the rows, which ones recur."""

    count: int
    rows: list[tuple[int, int, int, int, int, str, dict[str, Any], int | None]]
    recurring: list[tuple[int, Recurrence]] | msgspec.UnsetType = msgspec.UNSET


@attrs.frozen
class _Agenda:
    now: int
    sequence: int
    places: list[tuple[int, int, int, int, int]]
    still: list[tuple[int, tuple[int, int, int, int, int] | None]]


@attrs.frozen
class _Saved:
    """An entity: its id, the ids of what it owns, its components by name."""

    id: int
    owned: list[int]
    components: dict[str, msgspec.Raw]


def save_world(world: World) -> bytes:
    """Write all there is to a world as JSON.

    Raises:
        DispatchError: An event is in flight: its chain cannot be saved.
        TypeError: A field holds a value that ``load_world`` could not read back as it is; the
            message names the field and its entity, and says what to do.
    """
    if world._current is not None:
        raise DispatchError("save_world() during a dispatch: save when it is over")
    pen = Pen(world)
    entities = [_saved(entity, pen) for entity in world]
    planned = _planned(world, pen)
    gone: dict[int, _Saved] = {}
    while missing := sorted(pen.met.keys() - world._entities.by_id.keys() - gone.keys()):
        gone |= {number: _saved(pen.met[number], pen) for number in missing}
    agenda = world.agenda
    whole = _Save(
        _VERSION,
        world.seed,
        world.turn,
        world.sequence,
        world._entities.next_id,
        {name: world.stream(name).state() for name, _ in world.draws()},
        _Agenda(time_of(world), agenda.sequence, agenda.places(), agenda.frozen_places()),
        entities,
        [gone[number] for number in sorted(gone)],
        msgspec.UNSET if world.turn_length == TURN else world.turn_length,
        planned,
        {c.__name__: c._version_ for c in world.components if c._version_ > 1} or msgspec.UNSET,
    )
    return msgspec.json.encode(whole, order="deterministic")


def _saved(entity: Entity, pen: Pen) -> _Saved:
    # Encoded here, so that the entities that the components refer to are met before the end.
    text = pen.components(entity)
    return _Saved(entity.id, [thing.id for thing in entity.owned], text)  # type: ignore[arg-type]  # all of them in one text


def _planned(world: World, pen: Pen) -> Any:
    """Write the events that are scheduled; nothing where none ever was."""
    if not world.agenda.planned:
        return msgspec.UNSET
    rows: list[Any] = []
    for row, handle in zip(rows_of(world.agenda), due_of(world.agenda), strict=True):
        row[6] = pen.event(handle)
        rows.append(row)
    return _Planned(world.agenda.planned, rows, world.agenda.recurring() or msgspec.UNSET)


def load_world(
    data: bytes,
    *,
    components: Sequence[type[Component]],
    debug: bool = False,
    mute: Collection[str] = (),
    depth_limit: int = DEPTH_LIMIT,
) -> World:
    """Make the world again that was saved. Observers and taps are not part of it.

    Components of a later version than was saved bring its fields up to theirs, by ``upgrade``.

    Args:
        data: What ``save_world`` gave.
        components: Every component class that may be attached, found by its name.
        debug: Whether every dispatch is checked.
        mute: Handlers that are left out of all chains, each as ``Component.method``.
        depth_limit: How many causes an event may have.

    Raises:
        SaveError: The bytes are not a save of a world of these components; where a component is
            what is wrong, it is named, with its entity and field.
        RegistrationError: A class is no component or is listed twice, or a muted handler does not
            exist.
    """
    try:
        save = msgspec.json.decode(data, type=_Save)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is no saved world: {error}") from None
    if save.version != _VERSION:
        raise SaveError(f"the save has version {save.version}, and this program reads {_VERSION}")
    length = TURN if isinstance(save.turn_length, msgspec.UnsetType) else save.turn_length
    try:
        world = World(
            seed=save.seed,
            components=components,
            debug=debug,
            depth_limit=depth_limit,
            mute=mute,
            turn_length=length,
        )
    except ScheduleError as error:
        raise SaveError(f"this is no save of this world: {error}") from None
    try:
        _fill(world, save)
    except SaveError:
        raise
    except (
        ScheduleError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        ArithmeticError,
    ) as error:
        raise SaveError(f"this is no save of this world: {error}") from None
    return world


def _fill(world: World, save: _Save) -> None:
    classes = {cls.__name__: cls for cls in world.components}
    everyone = [*save.entities, *save.gone]
    shells = {one.id: Entity(one.id) for one in everyone} | {world.root.id: world.root}
    handles: dict[int, Scheduled] = {}

    def handle_of(number: int) -> Scheduled:
        return handles.setdefault(number, Scheduled(number))

    convert = converter(shells.__getitem__, handle_of)
    restore = restorer(shells.__getitem__, handle_of, convert)
    versions = {} if isinstance(save.versions, msgspec.UnsetType) else save.versions
    made = _made_at_once(everyone, classes, versions, restore)
    for one in everyone:
        parts = []
        for name, text in one.components.items():
            if name in made:
                parts.append(next(made[name]))
            elif name in classes:
                parts.append(_made(one.id, classes[name], versions.get(name, 1), text, convert))
            else:
                raise SaveError(f"entity {one.id} has a {name}, which this world does not know")
        world._entities.add(shells[one.id], parts)
    for one in save.gone:
        world._entities.remove(shells[one.id])
    world._entities.set_owners(
        (shells[one.id], [shells[thing] for thing in one.owned]) for one in save.entities
    )
    world._entities.next_id = save.next_id
    world._sequence = save.sequence
    for name, state in save.streams.items():
        world.stream(name).restore(state)
    agenda = save.agenda
    now = agenda.now or (0 if agenda.sequence else save.turn * world.turn_length)
    world.agenda.restore(
        world.turn_length,
        now,
        save.sequence,
        agenda.sequence,
        agenda.places,
        agenda.still,
        shells.__getitem__,
    )
    if world.turn != save.turn:
        raise SaveError(f"turn {save.turn} is not at time {agenda.now}: the save is damaged")
    if not isinstance(save.planned, msgspec.UnsetType):
        found = [(handle_of(row[0]), *_scheduled(world, row, convert)) for row in save.planned.rows]
        recurring = save.planned.recurring
        world.agenda.restore_events(
            save.planned.count, found, () if isinstance(recurring, msgspec.UnsetType) else recurring
        )


def _made_at_once(
    everyone: Iterable[_Saved],
    classes: Mapping[str, type[Component]],
    versions: Mapping[str, int],
    restore: Callable[[Any, Any], Any],
) -> dict[str, Iterator[Component]]:
    """Make the components of each class of which all are as this version has them, in order."""
    texts: dict[str, list[msgspec.Raw]] = {}
    for one in everyone:
        for name, text in one.components.items():
            texts.setdefault(name, []).append(text)
    made: dict[str, Iterator[Component]] = {}
    for name, many in texts.items():
        if name in classes and versions.get(name, 1) == classes[name]._version_:
            parts = made_at_once(classes[name], many, restore)
            if parts is not None:
                made[name] = iter(parts)
    return made


def _made(number: int, cls: type[Component], version: int, text: msgspec.Raw, convert: Any) -> Any:
    """Make a component of an entity by itself, brought up to what it is now, or say why not."""
    try:
        fields = brought_up(cls, version, msgspec.json.decode(text, type=dict[str, Any]))
        return made_of(cls, fields, convert)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is no saved world: {error}") from None
    except SaveError as error:
        raise SaveError(f"the {cls.__name__} of entity {number} {error}") from None


def _scheduled(world: World, row: Sequence[Any], convert: Any) -> tuple[Published, int, int, int]:
    """Make a scheduled event again, and say when it is due, its priority and its place."""
    _, due, priority, place, origin, name, fields, cost = row
    kinds = types_of_name(world.components, name)
    if len(kinds) != 1:
        how = "which no component of this world hears" if not kinds else "and there are two of them"
        raise SaveError(f"at {due} a {name} is scheduled, {how}")
    try:
        event: Published = made_of(kinds[0], fields, convert)
    except SaveError as error:
        raise SaveError(f"the {name} scheduled at {due} {error}") from None
    event._origin, event._sequence = origin, SCHEDULED
    if cost is not None:
        event._cost = cost  # type: ignore[union-attr]  # an Action
    return event, due, priority, place
