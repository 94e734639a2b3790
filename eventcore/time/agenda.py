"""The agenda: what is due when, actors and events, by time, priority and sequence.

It is the one clock of a world. Time is counted in whole units, of which a turn has a hundred
unless the world says otherwise. What an action costs is divided by the actor's speed and
the remainder carried over, so that an actor of speed 130 acts 130 times in 100 turns,
and not once less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Any, Final, NoReturn, SupportsIndex

from eventcore.entity import Entity
from eventcore.errors import CopyError, ScheduleError
from eventcore.event import TURN, Published
from eventcore.outcome import CONTINUE, SCHEDULED
from eventcore.time.scheduled import HELD, OVER, Scheduled, owner_of
from eventcore.time.standstill import Standstill
from eventcore.time.units import MOST, refuse_part, refuse_span, refuse_speed

NORMAL: Final = 100
"""The speed of an actor that acts once a turn."""

Due = tuple[int, int, int, int, int]
"""Time, priority, sequence, id of the actor, and what was left over of its last cost."""
Place = tuple[Any, ...]
"""An actor's place; or time, priority, sequence and handle of an event."""


class Agenda:
    """Keeps what is due when, by time, priority and sequence.

    Attributes:
        now: The time, in units: that of what was due last.
        planned: How many events were ever scheduled.
        since: How many events had been published when time moved last.
    """

    __slots__ = (
        "_allow",
        "_frozen",
        "_heap",
        "_held",
        "_most",
        "_most_frozen",
        "_places",
        "_sequence",
        "_standstill",
        "_who",
        "now",
        "planned",
        "since",
    )

    def __init__(self, allow: Callable[[str], None]) -> None:
        """Make an agenda with nothing on it.

        Args:
            allow: Asked before every change; raises where nothing may change.
        """
        self.now = 0
        self.planned = 0
        self.since = 0
        self._allow = allow
        self._sequence = 0
        self._heap: list[Place] = []
        self._most = 8
        self._places: dict[Entity, Due] = {}
        self._who: dict[int, Entity] = {}
        self._frozen: dict[Entity, Due | None] = {}
        self._held: dict[Entity, list[Scheduled]] = {}
        self._most_frozen = 8
        self._standstill = Standstill()

    def schedule(self, actor: Entity, *, delay: int = 0, priority: int = 0) -> None:
        """Let an actor act, for the first time after a delay.

        Args:
            actor: Who is to act.
            delay: From now, in units of time.
            priority: Who goes first of those due at one time, low first; those of
                one priority in the order in which they were put there.

        Raises:
            ScheduleError: The actor is on it already or is gone, or the delay is negative or
                no whole number.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.schedule()")
        if actor in self:
            raise ScheduleError(f"{actor!r} is in the agenda already: it has one place")
        if not actor.alive:
            raise ScheduleError(f"{actor!r} cannot act any more: schedule only the living")
        if self.frozen(actor):
            raise ScheduleError(f"no time passes for {actor!r}: thaw it before it is scheduled")
        if type(delay) is not int or not 0 <= delay < MOST:
            refuse_span("delay", delay, "nobody acts in the past")
        if type(priority) is not int:
            refuse_part("priority", priority)
        self._put(actor, self.now + delay, priority, 0)

    def plan(self, event: Published, owner: Entity, delay: int, priority: int) -> Scheduled:
        """Let an event that has been checked be published after a delay: ``world.schedule()``."""
        self.planned = number = self.planned + 1
        due = self.now + delay
        event._outcome = SCHEDULED
        handle = Scheduled(number, event, owner, due, priority, self._allow)
        if self._frozen and owner in self._frozen:
            handle.due, handle._place = delay, HELD
            self._held.setdefault(owner, []).append(handle)
            return handle
        # As _push does, without a call: there may be one for every event there is.
        self._sequence = handle._place = sequence = self._sequence + 1
        heap = self._heap
        heappush(heap, (due, priority, sequence, handle))
        if not delay:
            self._standstill.put(sequence)
        if len(heap) > self._most:
            self._clear_away()
        return handle

    def cancel(self, actor: Entity) -> None:
        """Let an actor act no more. Who is gone is cancelled by itself.

        Raises:
            ScheduleError: The actor is not on the agenda.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.cancel()")
        self._find(actor)
        if actor in self._frozen:
            self._frozen[actor] = None
        else:
            self._forget(actor)

    def delay(self, actor: Entity, cost: int = TURN, speed: int = NORMAL) -> None:
        """Put off an actor's next action by what the last one took.

        Args:
            actor: Who is to act.
            cost: What it took, in units of time.
            speed: How fast the actor is; 200 acts twice a turn.

        Raises:
            ScheduleError: The actor is not there, the cost negative, the speed not above 0, or
                one of them no whole number.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.delay()")
        time, priority, _, _, carry = self._find(actor)
        if type(cost) is not int or not 0 <= cost < MOST:
            refuse_span("cost", cost, "an action takes no less than no time")
        if type(speed) is not int or speed <= 0:
            refuse_speed(speed)
        delay, carry = divmod(cost * NORMAL + carry, speed)
        if actor in self._frozen:
            self._frozen[actor] = (time + delay, priority, 0, actor.id, carry)
        else:
            self._put(actor, time + delay, priority, carry)

    def freeze(self, who: Entity) -> None:
        """Let no time pass for someone, who does not act until it thaws, nor do its events happen.

        Raises:
            ScheduleError: Time stands still for it already, or it is gone.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.freeze()")
        if self.frozen(who) or not who.alive:
            raise ScheduleError(
                f"no time passes for {who!r} already: freeze those for whom it does"
            )
        place = self._places.get(who)
        if place is not None:
            time, priority, _, number, carry = place
            place = (max(0, time - self.now), priority, 0, number, carry)
            self._forget(who)
        self._frozen[who] = place
        held = [handle for handle in self.scheduled() if handle._owner is who]
        for handle in held:
            handle.due, handle._place = max(0, handle.due - self.now), HELD
        if held:
            self._held[who] = held
        if len(self._frozen) > self._most_frozen:
            self._frozen = {one: kept for one, kept in self._frozen.items() if one.alive}
            self._held = {one: kept for one, kept in self._held.items() if one.alive}
            self._most_frozen = 2 * len(self._frozen) + 8

    def thaw(self, who: Entity) -> None:
        """Let time pass again for someone, whose turn and events are as far off as they were.

        Raises:
            ScheduleError: Time passes for it already.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.thaw()")
        if not self.frozen(who):
            raise ScheduleError(f"time passes for {who!r} already: thaw the frozen alone")
        place = self._frozen.pop(who)
        if place is not None:
            self._put(who, self.now + place[0], place[1], place[4])
        for handle in self._held.pop(who, ()):
            if handle._place == HELD:
                handle.due += self.now
                handle._place = self._sequence + 1
                self._push((handle.due, handle.priority, handle._place, handle))

    def frozen(self, who: Entity) -> bool:
        """Say whether no time passes for someone."""
        return who in self._frozen and who.alive

    def next(self) -> Entity | None:
        """Move time on to whoever is due next and say who; None when nobody is left.

        Raises:
            ScheduleError: An event is due before: ``next_actor()`` publishes it.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.next()")
        place = self.first()
        if place is None:
            return None
        if len(place) == 4:
            raise ScheduleError(f"{place[3]!r} comes before any actor: go on with next_actor()")
        self.now = max(self.now, place[0])
        return self._who[place[3]]

    def due(self, actor: Entity) -> int:
        """Say when an actor is due, in units of time; of one that is frozen, in how many.

        Raises:
            ScheduleError: The actor is not on the agenda.
        """
        return self._find(actor)[0]

    def __contains__(self, actor: Entity) -> bool:
        return (actor in self._places or self._frozen.get(actor) is not None) and actor.alive

    def __len__(self) -> int:
        return sum(actor.alive for actor in self._places)

    def places(self) -> list[Due]:
        """List the actors' places in the order in which they come up; the gone left out."""
        return sorted(place for actor, place in self._places.items() if actor.alive)

    def still(self) -> list[tuple[int, Due | None]]:
        """List those for whom no time passes, by id, with their places counted from now."""
        return sorted((who.id, place) for who, place in self._frozen.items() if who.alive)

    def scheduled(self) -> list[Scheduled]:
        """List the events that come up, in order; those that are held are left out."""
        if not self.planned:
            return []
        return [place[3] for place in sorted(filter(self._stands, self._heap)) if len(place) == 4]

    def held(self) -> list[Scheduled]:
        """List the events that wait until their owners thaw, by the owners' ids."""
        owners = sorted((who for who in self._held if who.alive), key=lambda who: who.id)
        return [handle for who in owners for handle in self._held[who] if handle._place == HELD]

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: those on it belong to its world.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            "an agenda cannot be copied or pickled: it is its world's clock; save_world and "
            "load_world make a whole world again"
        )

    @property
    def sequence(self) -> int:
        """How often somebody or something was put into a place."""
        return self._sequence

    # For the driver

    def check(self, what: str) -> None:
        """Refuse to move time on where nothing may change."""
        self._allow(what)

    def first(self) -> Place | None:
        """Give the place that comes up next, without moving time."""
        heap = self._heap
        while heap:
            place = heap[0]
            if len(place) == 4:
                handle = place[3]
                if handle._place == place[2] and not handle._owner._archetype.gone:
                    return place
            elif self._stands(place):
                if self._who[place[3]].alive:
                    return place
                self._forget(self._who[place[3]])
            heappop(heap)
        return None

    def come_to(self, place: Place, published: int) -> Entity:
        """Move time on to the actor's place that comes up next, and say who is due.

        Args:
            place: What ``first`` gave.
            published: How many events there have been.

        Raises:
            DispatchError: Time does not move on, however often those who are due have their way.
        """
        if place[0] > self.now:
            self.now, self.since = place[0], published
            self._standstill.end()
        actor = self._who[place[3]]
        self._standstill.come(place[2], actor, self.now, published - self.since)
        self._standstill.put(place[2])  # until it is put off
        return actor

    def take(self, until: int | None, published: int) -> Published | None:
        """Move time on to the event that comes up next and give it, to be published.

        Args:
            until: Time is not moved beyond this.
            published: How many events there have been.

        Returns:
            The event; None where none is next.

        Raises:
            DispatchError: Time does not move on, however often those who are due have their way.
        """
        heap = self._heap
        while heap and len(heap[0]) == 4:
            time, _, sequence, handle = heap[0]
            if handle._place != sequence or handle._owner._archetype.gone:
                heappop(heap)
                continue
            if until is not None and time > until:
                return None
            heappop(heap)
            handle._place = OVER
            standstill = self._standstill
            if time > self.now:
                self.now, self.since = time, published
                if standstill.active:
                    standstill.end()
            elif standstill.active:
                standstill.come(sequence, handle.event, time, published - self.since)
            event: Published = handle.event
            event._outcome = CONTINUE
            return event
        return None

    def is_idle(self, clock: Entity) -> bool:
        """Say whether nobody but the clock is on it, and no event."""
        if any(actor is not clock and actor.alive for actor in self._places):
            return False
        return not any(len(place) == 4 and self._stands(place) for place in self._heap)

    def restore(
        self,
        now: int,
        since: int,
        sequence: int,
        places: list[Due],
        still: list[tuple[int, Due | None]],
        who: Callable[[int], Entity],
    ) -> None:
        """Take over what was saved of actors."""
        self._frozen = {who(number): place for number, place in still}
        self.now, self.since, self._sequence = now, since, sequence
        self._heap = [*places]
        heapify(self._heap)
        self._who = {place[3]: who(place[3]) for place in places}
        self._places = {self._who[place[3]]: place for place in places}

    def restore_events(
        self, planned: int, handles: Iterable[tuple[Scheduled, Published, int, int, int]]
    ) -> None:
        """Take over what was saved of events: handle, event, when it is due, priority, place."""
        self.planned = planned
        for handle, event, due, priority, place in handles:
            owner, event._outcome = owner_of(event), SCHEDULED
            Scheduled.__init__(handle, handle.number, event, owner, due, priority, self._allow)
            handle._place = place
            if place == HELD:
                self._held.setdefault(owner, []).append(handle)
            else:
                heappush(self._heap, (due, priority, place, handle))

    def _find(self, actor: Entity) -> Due:
        place = self._places.get(actor) or self._frozen.get(actor)
        if place is None:
            raise ScheduleError(f"{actor!r} is not in the agenda: schedule it first")
        return place

    def _put(self, actor: Entity, time: int, priority: int, carry: int) -> None:
        place = (time, priority, self._sequence + 1, actor.id, carry)
        self._places[actor] = place
        self._who[actor.id] = actor
        self._push(place)

    def _push(self, place: Place) -> None:
        self._sequence += 1
        if place[0] <= self.now:
            self._standstill.put(self._sequence)
        heappush(self._heap, place)
        if len(self._heap) > self._most:
            self._clear_away()

    def _clear_away(self) -> None:
        """Forget old places: of those who left or were put off twice, of events cancelled."""
        self._heap[:] = filter(self._stands, self._heap)
        heapify(self._heap)
        self._most = 2 * len(self._heap) + 8

    def _stands(self, place: Place) -> bool:
        """Say whether a place is somebody's still; events of the gone have none."""
        if len(place) == 4:
            handle = place[3]
            return handle._place == place[2] and not handle._owner._archetype.gone
        actor = self._who.get(place[3])
        return actor is not None and self._places[actor] is place

    def _forget(self, actor: Entity) -> None:
        del self._places[actor], self._who[actor.id]
