"""Snapshots: all there is to a world, copied as it stands, to be put into one again and again.

What is put in goes on as the world went on that was copied: it is the state that saving and loading
give, without a way through bytes. Observers and taps are no part of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn, SupportsIndex

import attrs

from eventcore.component import Component
from eventcore.copies import keep_in_packets
from eventcore.dispatch.entities import Row
from eventcore.entity import Archetype, Entity
from eventcore.errors import CopyError, DispatchError, RegistrationError
from eventcore.event import SCHEDULED, Published
from eventcore.state.copying import copied_event, part_copier
from eventcore.state.pen import Pen
from eventcore.time.agenda import Scheduled
from eventcore.world import World

if TYPE_CHECKING:
    from eventcore.rng import Going


_HERE: Final = Archetype((), (), None), Archetype((), (), None, gone=True)
"""What the entities of a snapshot are of: they only stand for those of a world, alive or gone."""


class _Met(dict[Entity, Entity]):
    """The entities that stand in a snapshot for those of a world, made as they are met.

    Attributes:
        new: Those of the world that were met, and are to be copied.
    """

    def __init__(self, home: object) -> None:
        """Meet nobody yet.

        Args:
            home: What is the same for all archetypes of the world.
        """
        super().__init__()
        self.new: list[Entity] = []
        self._home = home

    def __missing__(self, entity: Entity) -> Entity:
        if entity._archetype.home is not self._home:
            raise TypeError(f"{entity!r} is of another world")
        self.new.append(entity)
        made = self[entity] = Entity(entity.id)
        made._archetype = _HERE[not entity.alive]
        return made


class _Handles(dict[int, Scheduled]):
    """The handles of scheduled events, made as they are asked for."""

    def __missing__(self, number: int) -> Scheduled:
        made = self[number] = Scheduled(number)
        return made


@attrs.frozen(eq=False)
class _Planned:
    """A scheduled event, with its number and when it is due, as the agenda has it."""

    number: int
    event: Published
    origin: int
    cost: int | None
    due: int
    priority: int
    place: int


class Snapshot:
    """All there is to a world at one moment. It never changes.

    Attributes:
        sequence: The sequence number of the world's latest event.
    """

    __slots__ = (
        "__weakref__", "_agenda", "_classes", "_gone", "_living", "_made", "_next_id", "_owned",
        "_planned", "_planned_ever", "_recurring", "_seed", "_streams", "sequence",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        """Take it.

        Raises:
            DispatchError: An event is in flight: its chain cannot be copied.
            TypeError: A field holds what cannot be copied, nor saved; the message names it.
        """
        if world._current is not None:
            raise DispatchError("Snapshot(world) during a dispatch: take it when it is over")
        agenda, entities = world.agenda, world._entities
        self.sequence: int = world.sequence
        self._classes = world.components
        self._made = world.debug, world.depth_limit, world._router.muted
        self._seed = world.seed
        self._next_id = entities.next_id
        self._streams: dict[str, Going] = {
            name: world.stream(name).share() for name, _ in world.draws()
        }
        self._agenda = (
            agenda.turn_length,
            agenda.now,
            agenda.sequence,
            agenda.places(),
            agenda.frozen_places(),
        )
        who, handles = _Met(world._router), _Handles()
        living = [*world]
        self._living = [_row(entity, who, handles, world) for entity in living]
        who.new[:] = [entity for entity in who.new if not entity.alive]
        self._owned = [
            (who[one], [who[thing] for thing in one._owned]) for one in living if one._owned
        ]
        self._planned_ever = agenda.planned
        self._recurring = agenda.recurring()
        self._planned = [
            _Planned(
                one.number,
                _event(one, who, handles, world),
                one._event.origin,
                getattr(one._event, "_cost", None),
                one._due,
                one._priority,
                one._place,
            )
            for one in (*agenda.scheduled(), *agenda.held())
            if one._event is not None
        ]
        self._gone: list[Row] = []
        while who.new:  # and those that the gone remember
            self._gone.append(_row(who.new.pop(), who, handles, world))

    def put_into(self, world: World, known: Iterable[Entity] = ()) -> None:
        """Make a world all that the copied one was, whatever it is now.

        Its chains, taps and observers stay. An entity that is in it stays the object it is, for
        whoever refers to it, and so does one that is gone but ``known``; all components are made
        anew, and what they keep besides their state begins empty.

        Args:
            world: The world: the one that was copied, or any of the same components.
            known: Entities of it that are gone, and may come back.

        Raises:
            DispatchError: An event is in flight in the world.
            RegistrationError: The world is of other components.
        """
        if world._current is not None:
            raise DispatchError("put_into(world) during a dispatch: do it when it is over")
        if world.components != self._classes:
            raise RegistrationError(
                "a snapshot fits the worlds of its own components: give World(components=…) the "
                "same classes in the same order"
            )
        entities, handles = world._entities, _Handles()
        there = {entity.id: entity for entity in known} | entities.by_id
        who = {
            shell: there.get(shell.id) or Entity(shell.id)
            for shell, _, _ in (*self._living, *self._gone)
        }
        living = [_copied(row, who, handles) for row in self._living]
        entities.put_in(living, [_copied(row, who, handles) for row in self._gone])
        entities.set_owners((who[one], [who[thing] for thing in own]) for one, own in self._owned)
        entities.next_id = self._next_id
        world._sequence, world.seed = self.sequence, self._seed
        world._put_streams(self._streams)
        length, now, sequence, places, still = self._agenda
        numbers = {shell.id: entity for shell, entity in who.items()}
        world.agenda.restore(
            length, now, self.sequence, sequence, places, still, numbers.__getitem__
        )
        world.agenda.restore_events(
            self._planned_ever,
            [_planned(one, who, handles) for one in self._planned],
            self._recurring,
        )

    def make_world(self) -> World:
        """Make a world of its own of it: in debug mode, and with handlers muted, as that was."""
        debug, depth_limit, muted = self._made
        world = World(components=self._classes, debug=debug, depth_limit=depth_limit, mute=muted)
        self.put_into(world)
        return world

    __deepcopy__ = keep_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: it never changes, and a process has no use for another's.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            "a snapshot cannot be copied or pickled: it never changes, so keep it itself; for "
            "another process save_world(world) writes a world down"
        )


def clone_world(world: World) -> World:
    """Make another world that goes on as this one does; neither is touched by the other.

    Observers and taps are not part of it, and its chains are built anew.

    Raises:
        DispatchError: An event is in flight.
    """
    return Snapshot(world).make_world()


def _row(entity: Entity, who: _Met, handles: _Handles, world: World) -> Row:
    """Copy an entity of a world for one that stands for it."""
    own, shell = entity._archetype.own, who[entity]
    parts = zip(own, entity._parts, strict=False)  # after its own come those of what it owns
    try:
        return shell, own, [part_copier(cls)(part, shell, who, handles) for cls, part in parts]
    except (TypeError, AttributeError, ValueError, RecursionError):
        Pen(world).components(entity)  # which names the field that holds what it cannot
        raise


def _event(handle: Scheduled, who: _Met, handles: _Handles, world: World) -> Published:
    """Copy an event that is scheduled."""
    event: Any = handle._event
    try:
        return copied_event(event, who, handles)
    except (TypeError, AttributeError, ValueError, RecursionError):
        Pen(world).event(handle)
        raise


def _copied(row: Row, who: dict[Entity, Entity], handles: _Handles) -> Row:
    """Copy an entity of a snapshot for one of a world."""
    shell, own, parts = row
    entity = who[shell]
    made: list[Component] = [
        part_copier(cls)(part, entity, who, handles) for cls, part in zip(own, parts, strict=True)
    ]
    return entity, own, made


def _planned(one: _Planned, who: dict[Entity, Entity], handles: _Handles) -> tuple[Any, ...]:
    event = copied_event(one.event, who, handles)
    event._origin, event._sequence = one.origin, SCHEDULED
    if one.cost is not None:
        event._cost = one.cost  # type: ignore[union-attr]  # an Action
    return handles[one.number], event, one.due, one.priority, one.place
