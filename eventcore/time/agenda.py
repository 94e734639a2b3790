"""The agenda: who acts when and what happens when, and what is asked of either.

It is the one clock of a world. Time is counted in whole units, of which a turn has a hundred
unless the world says otherwise. What an action costs is divided by the actor's speed and
the remainder carried over, so that an actor of speed 130 acts 130 times in 100 turns,
and not once less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heapify, heappush
from typing import Final, NoReturn, SupportsIndex

from eventcore.copies import keep_in_packets
from eventcore.entity import Entity
from eventcore.errors import CopyError, ScheduleError
from eventcore.event import TURN, Published
from eventcore.outcome import SCHEDULED
from eventcore.time.belongings import Belongings
from eventcore.time.places import Places
from eventcore.time.scheduled import HELD, Scheduled, owner_of
from eventcore.time.still import Due, Still
from eventcore.time.units import MOST, refuse_priority, refuse_span, refuse_speed

NORMAL: Final = 100
"""The speed of an actor that acts once a turn."""


class Agenda(Places):
    """What a simulation asks of its clock: who acts when, and what is put off, cancelled or frozen.

    Attributes:
        now: The time, in units: that of what was due last.
        turn: The same in whole turns.
        turn_length: How many units a turn has.
        planned: How many events were ever scheduled.
        since: How many events had been published when time moved last.
    """

    __slots__ = ("_allow", "_belongings", "_epoch", "_home", "_still")

    planned: int
    since: int
    turn_length: int

    def __init__(self, turn_length: int, allow: Callable[[str], None], home: object) -> None:
        """Make an agenda with nothing on it.

        Args:
            turn_length: How many units of time a turn has.
            allow: Asked before every change; raises where nothing may change.
            home: The ``Archetype.home`` of the entities of this world.
        """
        super().__init__(turn_length)
        self._allow = allow
        self._home = home
        self._still = Still()
        self._belongings: Belongings | None = None
        self._epoch = object()

    def schedule(self, actor: Entity, *, delay: int = 0, priority: int = 0) -> None:
        """Let an actor act, for the first time after a delay.

        Args:
            actor: Who is to act.
            delay: From now, in units of time.
            priority: Who goes first of those due at one time, low first; those of
                one priority in the order in which they were put there.

        Raises:
            ScheduleError: The actor is on it already, is gone, frozen, or of another world; or the
                delay is negative, delay or priority is no whole number, or either is 2^53 or more
                from 0.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.schedule()")
        self._refuse_foreign(actor)
        if actor in self:
            raise ScheduleError(f"{actor!r} is in the agenda already: it has one place")
        if not actor.alive:
            raise ScheduleError(f"{actor!r} cannot act any more: schedule only the living")
        if self.frozen(actor):
            raise ScheduleError(f"no time passes for {actor!r}: thaw it before it is scheduled")
        if type(delay) is not int or not 0 <= delay < MOST:
            refuse_span("delay", delay, "nobody acts in the past")
        if type(priority) is not int or not -MOST < priority < MOST:
            refuse_priority(priority)
        self._put(actor, self._now + delay, priority, 0)

    def _plan(self, event: Published, owner: Entity, delay: int, priority: int) -> Scheduled:
        """Let an event that has been checked be published after a delay: ``world.schedule()``."""
        self.planned = number = self.planned + 1
        due = self._now + delay
        event._outcome = SCHEDULED
        handle = Scheduled(number, event, owner, due, priority, self)
        if owner in self._still.places:
            self._still.hold(owner, handle, delay)
            return handle
        # As _push does, without a call: there may be one for every event there is.
        self._sequence = handle._place = sequence = self._sequence + 1
        heap = self._heap
        heappush(heap, (due, priority, sequence, handle))
        if not delay:
            self._standstill.put(sequence)
        if len(heap) > self._most:
            self._clear_away()
        belongings = self._belongings
        if belongings is not None and belongings.add(handle):
            self._belongings = None
        return handle

    def cancel(self, actor: Entity) -> None:
        """Take an actor off the agenda. An actor that is gone is off it already.

        Raises:
            ScheduleError: The actor is not on the agenda, or is gone.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.cancel()")
        self._find(actor)
        if actor in self._still.places:
            self._still.places[actor] = None
        else:
            self._forget(actor)

    def delay(self, actor: Entity, cost: int = TURN, speed: int = NORMAL) -> None:
        """Put off an actor's next action by what the last one took.

        Args:
            actor: Who is to act.
            cost: What it took, in units of time.
            speed: How fast the actor is; 200 acts twice a turn.

        Raises:
            ScheduleError: The actor is not on the agenda or is gone, the cost is negative, the
                speed is not above 0, or one of them is not a whole number.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.delay()")
        frozen = self._still.places
        place = self._places.get(actor) or frozen.get(actor)
        if place is None or actor._archetype.gone:
            refuse_who_has_no_place(actor)
        time, priority, _, _, carry = place
        if type(cost) is not int or not 0 <= cost < MOST:
            refuse_span("cost", cost, "an action takes no less than no time")
        if type(speed) is not int or not 0 < speed < MOST:
            refuse_speed(speed)
        delay, carry = divmod(cost * NORMAL + carry, speed)
        if actor in frozen:
            frozen[actor] = (time + delay, priority, 0, actor.id, carry)
        else:
            self._put(actor, time + delay, priority, carry)

    def freeze(self, who: Entity) -> None:
        """Let no time pass for someone, who does not act until it thaws, nor do its events happen.

        Raises:
            ScheduleError: Time stands still for it already, or it is gone or of another world.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.freeze()")
        self._refuse_foreign(who)
        if self.frozen(who) or not who.alive:
            raise ScheduleError(
                f"no time passes for {who!r} already: freeze those for whom it does"
            )
        place = self._places.get(who)
        if place is not None:
            self._forget(who)
        if self._belongings is None and self.planned:
            self._belongings = Belongings(self.coming())
        events = [] if self._belongings is None else self._belongings.take(who)
        self._still.stop(who, place, events, self._now)

    def thaw(self, who: Entity) -> None:
        """Let time pass again for someone, whose turn and events are as far off as they were.

        Raises:
            ScheduleError: Time passes for it already.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.thaw()")
        if not self.frozen(who):
            raise ScheduleError(f"time passes for {who!r} already: thaw the frozen alone")
        place, events = self._still.go_on(who)
        if place is not None:
            self._put(who, self._now + place[0], place[1], place[4])
        for handle in events:
            handle._due += self._now
            handle._place = self._sequence + 1
            self._push((handle._due, handle._priority, handle._place, handle))
            self._take_in(handle)

    def frozen(self, who: Entity) -> bool:
        """Say whether no time passes for someone."""
        return who in self._still

    def next(self) -> Entity | None:
        """Move time on to whoever is due next and say who; None when nobody is left.

        Raises:
            ScheduleError: An event is due before: ``next_actor()`` publishes it.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.next()")
        place = self._first()
        if place is None:
            return None
        if len(place) == 4:
            raise ScheduleError(f"{place[3]!r} comes before any actor: go on with next_actor()")
        self._move_to(max(self._now, place[0]))
        return self._who[place[3]]

    def due(self, actor: Entity) -> int:
        """Say when an actor is due, in units of time; of one that is frozen, were it thawed now.

        Raises:
            ScheduleError: The actor is not on the agenda, or is gone.
        """
        time = self._find(actor)[0]
        return self._now + time if actor in self._still.places else time

    def __contains__(self, actor: Entity) -> bool:
        return (actor in self._places or self._still.places.get(actor) is not None) and actor.alive

    def still(self) -> list[tuple[int, Due | None]]:
        """List those for whom no time passes, by id, with their places, counted from now."""
        return self._still.listed()

    def held(self) -> list[Scheduled]:
        """List the events that wait until their owners thaw, by the owners' ids."""
        return self._still.events()

    __deepcopy__ = keep_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: those on it belong to its world.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            "an agenda cannot be copied or pickled: it is its world's clock; save_world and "
            "load_world make a whole world again"
        )

    def restore(
        self,
        turn_length: int,
        now: int,
        since: int,
        sequence: int,
        places: list[Due],
        still: list[tuple[int, Due | None]],
        who: Callable[[int], Entity],
    ) -> None:
        """Take over what was saved of actors, in place of all that was on it.

        Raises:
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.restore()")
        super().__init__(turn_length)
        self._still, self._belongings, self._epoch = Still(), None, object()
        self._still.places = {who(number): place for number, place in still}
        self._move_to(now)
        self.since, self._sequence = since, sequence
        self._heap = [*places]
        heapify(self._heap)
        self._who = {place[3]: who(place[3]) for place in places}
        self._places = {self._who[place[3]]: place for place in places}

    def restore_events(
        self, planned: int, handles: Iterable[tuple[Scheduled, Published, int, int, int]]
    ) -> None:
        """Take over what was saved of events: handle, event, when it is due, priority, place.

        Raises:
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.restore_events()")
        self.planned = planned
        for handle, event, due, priority, place in handles:
            owner, event._outcome = owner_of(event), SCHEDULED
            Scheduled.__init__(handle, handle.number, event, owner, due, priority, self)
            handle._place = place
            if place == HELD:
                self._still.hold(owner, handle, due)
            else:
                heappush(self._heap, (due, priority, place, handle))

    def check(self, what: str) -> None:
        """Refuse what is about to be done where nothing may change."""
        self._allow(what)

    def _take_in(self, handle: Scheduled) -> None:
        """Count what has come up among the belongings of its owner, as long as these are kept."""
        if self._belongings is not None and self._belongings.add(handle):
            self._belongings = None

    def _refuse_foreign(self, who: object) -> None:
        """Refuse an entity of another world, which a save of this one would not find."""
        if not isinstance(who, Entity) or who._archetype.home is not self._home:
            raise ScheduleError(
                f"{who!r} is not an entity of this world: give one that this world spawned"
            )

    def _find(self, actor: Entity) -> Due:
        place = self._places.get(actor) or self._still.places.get(actor)
        if place is None or actor._archetype.gone:
            refuse_who_has_no_place(actor)
        return place


def refuse_who_has_no_place(actor: Entity) -> NoReturn:
    """Refuse to put off, cancel or look up an actor that is not on the agenda."""
    remedy = "schedule it first" if actor.alive else "ask whether it is alive first"
    raise ScheduleError(f"{actor!r} is not in the agenda: {remedy}")
