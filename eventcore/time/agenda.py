"""The agenda of a world stores the time, the turns of the actors, and the scheduled events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heapify, heappop, heappush
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from eventcore.copies import Uncopied
from eventcore.entity import Entity
from eventcore.errors import DispatchError, ScheduleError
from eventcore.event import TURN, Published
from eventcore.outcome import CONTINUE, SCHEDULED
from eventcore.schema.hints import reference
from eventcore.time.scheduling import (
    LIMIT,
    Exponential,
    Recurrence,
    Uniform,
    check_scheduled,
    check_units,
    copier_of,
    owner_role,
)

if TYPE_CHECKING:
    from eventcore.world import World

NORMAL: Final = 100  # the speed of an actor that acts once in each turn

Place: TypeAlias = tuple[int, int, int, int, int]
"""A saved turn: time, priority, sequence number, actor's id, and the remainder of the last cost."""

_OVER: Final = 0
_HELD: Final = -1
_ORDER: Final = attrgetter("_due", "_priority", "_place")
_MOST_ROUNDS: Final = 10_000


class Scheduled(Uncopied):
    """A handle for an event that will be published later, once or repeatedly.

    A component may store a handle in a field of type ``Scheduled``. The handle is pending until its
    event is cancelled or published for the last time, or until the event's owner leaves the world.

    Attributes:
        number: 1 for the first event ever scheduled in the world, 2 for the second, and so on.
    """

    __slots__ = (
        "_agenda", "_carry", "_due", "_epoch", "_event", "_owner", "_place", "_priority",
        "_recurrence", "_round", "number",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        event: Published | None = None,
        owner: Entity | None = None,
        due: int = 0,
        priority: int = 0,
        agenda: Agenda | None = None,
        carry: int = 0,
    ) -> None:
        self.number: int = number
        self._event: Any = event
        self._owner: Any = owner
        self._due = due  # the due time; for a held event, the remaining delay
        self._priority = priority
        self._place = _OVER  # a sequence number, _OVER, or _HELD while the owner is frozen
        self._recurrence: Recurrence | None = None
        self._carry = carry  # for an actor's turn: the remainder of the actor's last cost
        # How many entries at the same time led to this one, to detect endless loops
        self._round = 0
        self._agenda = agenda
        # Putting a snapshot into the world begins a new epoch, so older handles are not pending.
        self._epoch = None if agenda is None else agenda._epoch

    @property
    def event(self) -> Published | None:
        """The event that will be published, or None if the handle is no longer pending."""
        return self._event if self.pending else None

    @property
    def due(self) -> int:
        """The time of the next occurrence, in units, or 0 if the handle is no longer pending.

        If the owner is frozen, this is when the event would occur if the owner were thawed now.
        """
        agenda = self._agenda
        if agenda is None or not self.pending:
            return 0
        return agenda._now + self._due if self._place == _HELD else self._due

    @property
    def held(self) -> bool:
        """Whether the event is waiting because its owner is frozen."""
        return self._place == _HELD and self.pending

    @property
    def pending(self) -> bool:
        """Whether the event will still be published.

        After a snapshot has been put into the world, no older handle is pending.
        """
        agenda = self._agenda
        if self._place == _OVER or agenda is None or self._epoch is not agenda._epoch:
            return False
        return self._owner is not None and bool(self._owner.alive)

    def cancel(self) -> bool:
        """Cancel the event and all its future occurrences, and return whether it was pending.

        Raises:
            DispatchError: The current event is still above its commit line.
        """
        agenda, pending = self._agenda, self.pending
        if agenda is not None:
            agenda._allow("cancel()")
            if pending:
                if agenda._watchers:
                    agenda._tell("cancels", self._owner, self)
                self._event._outcome = CONTINUE
        self._place = _OVER
        return pending

    def __repr__(self) -> str:
        when = f"due at {self.due}" if self.pending else "over"
        if self.held:
            when += " if thawed now"
        if self.pending and self._recurrence is not None:
            when += f", then every {self._recurrence.interval}"
        return f"<Scheduled {self.number} {when}: {self.event!r}>"

    def _plain_(self) -> int:
        return self.number


reference(Scheduled)


class Agenda(Uncopied):
    """The schedule of a world. Its entries are the turns of actors and the scheduled events.

    Entries are sorted by time, then by priority (lowest first), then by the order of scheduling.
    Methods that change the agenda raise a ``DispatchError`` above the commit line. Methods raise a
    ``ScheduleError`` if a number is invalid, if an entity is not in this world, or if the state of
    the entity does not allow the call. For example, only a frozen entity can be thawed.

    Attributes:
        turn_length: The length of a turn, in units.
        planned: The number of events ever scheduled. A recurring event counts only once.
        sequence: The number of entries ever put on the agenda. Moved entries are counted again.
    """

    __slots__ = (
        "_allow", "_epoch", "_frozen", "_heap", "_home", "_most", "_now", "_round", "_turn",
        "_turns", "_watchers", "_world", "planned", "sequence", "turn_length",
    )  # fmt: skip

    def __init__(self, world: World, turn_length: int) -> None:
        self._world = world
        self._allow: Callable[[str], None] = world._stay_below_the_line
        self._home = world._router
        # Each watcher receives a verb such as "cancels", an entity, and the event, if any.
        self._watchers: list[Callable[[str, Entity, Scheduled | None], None]] = []
        self._clear(turn_length)

    def _clear(self, turn_length: int) -> None:
        self.turn_length: int = turn_length
        self._now = 0
        self._turn = 0  # stored rather than computed, because taps and digests read it often
        self.planned: int = 0
        self.sequence: int = 0
        self._round = 0
        self._epoch = object()
        self._heap: list[tuple[int, int, int, Scheduled]] = []
        self._most = 8
        self._turns: dict[Entity, Scheduled] = {}  # the turns of actors: entries without events
        self._frozen: dict[Entity, list[Scheduled]] = {}

    @property
    def now(self) -> int:
        """The current time, in units."""
        return self._now

    # Actors

    def schedule(self, actor: Entity, *, delay: int = 0, priority: int = 0) -> None:
        """Add an actor to the agenda. The actor's first turn comes after ``delay`` units."""
        self._allow("agenda.schedule()")
        self._check_entity(actor, "schedule")
        if actor in self:
            raise ScheduleError(f"{actor!r} is on the agenda already: use agenda.delay()")
        check_units("delay", delay)
        check_units("priority", priority, 1 - LIMIT)
        turn = self._turns[actor] = Scheduled(0, None, actor, 0, priority)
        self._push(turn, self._now + delay)

    def cancel(self, actor: Entity) -> None:
        """Remove an actor from the agenda."""
        self._allow("agenda.cancel()")
        self._find(actor)._place = _OVER
        del self._turns[actor]

    def delay(self, actor: Entity, cost: int = TURN, speed: int = NORMAL) -> None:
        """Delay an actor's next turn by ``cost * 100 / speed`` units.

        The remainder of the division is added to the next cost, so an actor with a speed of 130
        acts 130 times in 100 turns.
        """
        self._allow("agenda.delay()")
        turn = self._find(actor)
        check_units("cost", cost)
        check_units("speed", speed, 1)
        delay, turn._carry = divmod(cost * NORMAL + turn._carry, speed)
        if turn._place == _HELD:
            turn._due += delay
        else:
            self._push(turn, turn._due + delay)

    def due(self, actor: Entity) -> int:
        """Return the time of an actor's next turn, in units.

        For a frozen actor, this is the time of the turn if the actor were thawed now.
        """
        turn = self._find(actor)
        return self._now + turn._due if turn._place == _HELD else turn._due

    def __contains__(self, actor: Entity) -> bool:
        return actor in self._turns and actor.alive

    # Events

    def every(
        self,
        interval: int | Exponential | Uniform,
        event: Published,
        *,
        start: int | None = None,
        stop: int | None = None,
        count: int | None = None,
        priority: int = 0,
    ) -> Scheduled:
        """Schedule a recurring event and return its handle. Each occurrence is a copy of the event.

        In all other ways, this method works like ``world.schedule``.

        Args:
            interval: The time between occurrences, as a number of units or a random interval. Each
                occurrence is scheduled just before the previous occurrence is published.
            event: The event to copy and publish, which must not be a Query.
            start: The time of the first occurrence, in units; by default one interval from now.
            stop: The last time at which the event may occur, in units.
            count: The maximum number of occurrences.
            priority: Entries at the same time are sorted by priority, lowest first.
        """
        self._allow("agenda.every()")
        recurrence = Recurrence(interval, stop, count)
        if start is not None:
            check_units("start", start, self._now)
        recurrence.check(self._now if start is None else start)  # stop must not come before start
        check_scheduled(event, 0, priority, self._world)  # check before a draw changes the stream
        delay = recurrence.draw(self._world) if start is None else start - self._now
        handle = self._world.schedule(event, delay, priority=priority)
        handle._recurrence = recurrence
        if stop is not None and self._now + delay > stop:
            handle.cancel()
        return handle

    def _plan(self, event: Published, owner: Entity, delay: int, priority: int) -> Scheduled:
        """Schedule an event that ``world.schedule()`` has checked."""
        self.planned += 1
        event._outcome = SCHEDULED
        handle = Scheduled(self.planned, event, owner, delay, priority, self)
        if owner in self._frozen:
            self._put_back(handle, _HELD)
        else:
            self._push(handle, self._now + delay)
        if self._watchers:
            self._tell("schedules", owner, handle)
        return handle

    def _recur(self, handle: Scheduled, event: Published) -> Published:
        """Schedule the next occurrence. Return a copy of the event to publish now."""
        recurrence: Any = handle._recurrence
        if recurrence.left != 1:
            if recurrence.left is not None:
                now = Recurrence(recurrence.interval, recurrence.stop, recurrence.left - 1)
                handle._recurrence = now
            self._push(handle, handle._due + recurrence.draw(self._world))
        return copier_of(type(event))(event)  # type: ignore[no-any-return]  # of the same class

    # Freezing

    def freeze(self, entity: Entity) -> None:
        """Stop time for an entity. A frozen entity gets no turns, and its events wait.

        This method searches all entries of the agenda, so it is slow if the agenda is long.
        """
        self._allow("agenda.freeze()")
        self._check_entity(entity, "freeze")
        entries = [item[3] for item in self._heap if item[3]._owner is entity and _stands(item)]
        entries.sort(key=lambda entry: (entry._event is not None, *_ORDER(entry)))
        for entry in entries:
            entry._due, entry._place = max(0, entry._due - self._now), _HELD
        self._frozen[entity] = entries
        self._tell("freezes", entity)
        if len(self._frozen) > self._most:
            self._compact()

    def thaw(self, entity: Entity) -> None:
        """Resume time for an entity. Its turn and events occur after their remaining delays."""
        self._allow("agenda.thaw()")
        if not self.frozen(entity):
            raise ScheduleError(f"{entity!r} is not frozen: only a frozen entity can be thawed")
        for entry in self._frozen.pop(entity):
            if entry._place == _HELD:
                self._push(entry, self._now + entry._due)
        self._tell("thaws", entity)

    def frozen(self, entity: Entity) -> bool:
        """Return whether an entity is frozen."""
        return entity in self._frozen and entity.alive

    # Saves and tools

    def places(self) -> list[Place]:
        """Return the next turn of each living actor that is not frozen, earliest first."""
        turns = self._turns.items()
        return sorted(_saved(turn) for actor, turn in turns if turn._place != _HELD and actor.alive)

    def frozen_places(self) -> list[tuple[int, Place | None]]:
        """Return the id and turn of each frozen entity. Turns hold remaining delays, not times."""
        frozen = [(owner.id, self._turns.get(owner)) for owner in self._frozen if owner.alive]
        return sorted((number, None if turn is None else _saved(turn)) for number, turn in frozen)

    def scheduled(self) -> list[Scheduled]:
        """Return the handles of all pending events.

        Events have the order of the agenda. Events of frozen owners come last, sorted by owner id.
        """
        entries = sorted((item[3] for item in self._heap if _stands(item)), key=_ORDER)
        for owner in sorted(filter(lambda owner: owner.alive, self._frozen), key=attrgetter("id")):
            entries += [entry for entry in self._frozen[owner] if entry._place == _HELD]
        return [entry for entry in entries if entry._event is not None]

    def restore(
        self,
        turn_length: int,
        now: int,
        sequence: int,
        places: list[Place],
        frozen: list[tuple[int, Place | None]],
        entity_of: Callable[[int], Entity],
        planned: int,
        events: Iterable[tuple[Scheduled, Published, int, int, int]],
        recurrences: Mapping[int, Recurrence],
    ) -> None:
        """Replace all entries of the agenda with the entries of a save.

        ``events`` holds a handle, an event, a time, a priority and a sequence number for each
        scheduled event. The keys of ``recurrences`` are handle numbers.
        """
        self._allow("agenda.restore()")
        self._clear(turn_length)
        self._move_to(now)
        self.sequence, self.planned = sequence, planned
        self._frozen = {entity_of(number): [] for number, _ in frozen}
        held = [place for _, place in frozen if place is not None]
        for time, priority, place, number, carry in (*places, *held):
            actor = entity_of(number)
            turn = self._turns[actor] = Scheduled(0, None, actor, time, priority, carry=carry)
            self._put_back(turn, _HELD if actor in self._frozen else place)
        for recurrence in recurrences.values():
            recurrence.check(0)
        for handle, event, due, priority, place in events:
            owner = getattr(event, owner_role(type(event))) or event.enactor
            event._outcome = SCHEDULED
            Scheduled.__init__(handle, handle.number, event, owner, due, priority, self)
            handle._recurrence = recurrences.get(handle.number)
            self._put_back(handle, place)

    def _put_back(self, entry: Scheduled, place: int) -> None:
        entry._place = place
        if place == _HELD:
            self._frozen.setdefault(entry._owner, []).append(entry)
        else:
            heappush(self._heap, (entry._due, entry._priority, place, entry))

    # Only these methods may change the time. Other code could skip entries or turn back time.

    def _advance(self, until: int | None) -> Entity | Published | None:
        """Move time to the next entry. Return the actor of the entry, or the event to publish.

        Return None if nothing is due by ``until``. If ``until`` is None, also return None if only
        the clock's own turn is left on the agenda.
        """
        heap = self._heap
        while heap:
            time, _, sequence, entry = heap[0]
            if entry._place != sequence or entry._owner._archetype.gone:
                heappop(heap)
                continue
            if until is not None and time > until:
                return None
            event: Published | None = entry._event
            if event is None and until is None and self._is_alone(entry):
                return None
            self._round = entry._round
            if time > self._now:
                self._now, self._turn = time, time // self.turn_length
            elif self._round > _MOST_ROUNDS:
                self._refuse_livelock(entry)
            if event is None:  # the actor's entry stays first until the caller delays the actor
                entry._round += 1
                return entry._owner  # type: ignore[no-any-return]  # always an Entity
            heappop(heap)
            entry._place = _OVER
            if entry._recurrence is not None:
                event = self._recur(entry, event)
            event._outcome = CONTINUE
            return event
        return None

    def _refuse_livelock(self, entry: Scheduled) -> NoReturn:
        if entry._event is not None:
            due = f"{type(entry._event).__name__} of {entry._owner!r}"
            remedy = "schedule it with a delay of 1 or more"
        else:
            due, remedy = repr(entry._owner), "call agenda.delay() with the cost of its action"
        raise DispatchError(
            f"time stands still at {self._now}: {due} is next, after {_MOST_ROUNDS:,} turns or "
            f"events, each of which led to the next: {remedy}"
        )

    def _is_recurring(self, kind: type) -> bool:
        return any(each._recurrence and type(each._event) is kind for each in self.scheduled())

    def _is_alone(self, turn: Scheduled) -> bool:
        """Return whether a turn belongs to the clock and no other entry is left."""
        return turn._owner is self._world.root and not any(
            item[3] is not turn and _stands(item) for item in self._heap
        )

    def _move_to(self, time: int) -> None:
        self._now, self._turn, self._round = time, time // self.turn_length, 0

    # Bookkeeping

    def _drop(self, owner: Entity) -> None:
        """Tell the watchers which events are lost because their owner is despawned."""
        for entry in self.scheduled():
            if entry._owner is owner:
                self._tell("cancels", owner, entry)

    def _tell(self, verb: str, entity: Entity, handle: Scheduled | None = None) -> None:
        for watcher in self._watchers:
            watcher(verb, entity, handle)

    def _push(self, entry: Scheduled, time: int) -> None:
        recurrence = entry._recurrence
        if recurrence is not None and recurrence.stop is not None and time > recurrence.stop:
            entry._place = _OVER
            return
        self.sequence = entry._place = sequence = self.sequence + 1
        entry._due = time
        entry._round = self._round + 1 if time <= self._now else 0
        heappush(self._heap, (time, entry._priority, sequence, entry))
        if len(self._heap) > self._most:
            self._compact()

    def _compact(self) -> None:
        """Remove outdated entries, and the entries of entities that have left the world."""
        self._heap[:] = filter(_stands, self._heap)
        heapify(self._heap)
        self._frozen = {owner: held for owner, held in self._frozen.items() if owner.alive}
        self._most = 2 * (len(self._heap) + len(self._frozen)) + 8
        self._turns = {actor: turn for actor, turn in self._turns.items() if actor.alive}

    def _check_entity(self, entity: object, verb: str) -> None:
        if not isinstance(entity, Entity) or entity._archetype.home is not self._home:
            raise ScheduleError(
                f"{entity!r} is not an entity of this world: use an entity that this world spawned"
            )
        if self.frozen(entity) or not entity.alive:
            state = (
                "it is already frozen; thaw it first" if entity.alive else "it has left the world"
            )
            raise ScheduleError(f"cannot {verb} {entity!r}: {state}")

    def _find(self, actor: Entity) -> Scheduled:
        turn = self._turns.get(actor)
        if turn is None or actor._archetype.gone:
            remedy = "schedule it first" if actor.alive else "it has left the world"
            raise ScheduleError(f"{actor!r} is not on the agenda: {remedy}")
        return turn


def _stands(item: tuple[int, int, int, Scheduled]) -> bool:
    """Return whether a heap item is up to date and its owner is still in the world."""
    _, _, sequence, entry = item
    return entry._place == sequence and not entry._owner._archetype.gone


def _saved(turn: Scheduled) -> Place:
    return turn._due, turn._priority, max(0, turn._place), turn._owner.id, turn._carry
