"""Places: what comes up next, actors and events, by time, priority and sequence.

A place that is left stays in the heap until it comes up, or until there are more left than kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from eventcore.entity import Entity
from eventcore.event import Published
from eventcore.outcome import CONTINUE
from eventcore.time.scheduled import OVER, Scheduled
from eventcore.time.standstill import Standstill
from eventcore.time.still import Due

Place: TypeAlias = tuple[Any, ...]
"""An actor's place; or time, priority, sequence and handle of an event."""


class Places:
    """Keeps what is due when, and moves time on to it.

    Attributes:
        planned: How many events were ever scheduled.
        since: How many events had been published when time moved last.
        turn_length: How many units of time a turn has.
    """

    __slots__ = (
        "_heap",
        "_most",
        "_now",
        "_places",
        "_sequence",
        "_standstill",
        "_turn",
        "_who",
        "planned",
        "since",
        "turn_length",
    )

    def __init__(self, turn_length: int) -> None:
        self.turn_length: int = turn_length
        self._now = 0
        # What is told of each event asks for the turn, and time moves on for few of them.
        self._turn = 0
        self.planned: int = 0
        self.since: int = 0
        self._sequence = 0
        self._heap: list[Place] = []
        self._most = 8
        self._places: dict[Entity, Due] = {}
        self._who: dict[int, Entity] = {}
        self._standstill = Standstill()

    @property
    def now(self) -> int:
        """The time, in units: that of what was due last."""
        return self._now

    @property
    def turn(self) -> int:
        """The time, in whole turns."""
        return self._turn

    def __len__(self) -> int:
        return sum(actor.alive for actor in self._places)

    def places(self) -> list[Due]:
        """List the actors' places in the order in which they come up; the gone left out."""
        return sorted(place for actor, place in self._places.items() if actor.alive)

    def scheduled(self) -> list[Scheduled]:
        """List the events that come up, in order; those that are held are left out."""
        if not self.planned:
            return []
        return [place[3] for place in sorted(filter(self._stands, self._heap)) if len(place) == 4]

    def coming(self) -> Iterator[Scheduled]:
        """Yield the events that come up, in no order."""
        return (place[3] for place in self._heap if len(place) == 4 and self._stands(place))

    @property
    def sequence(self) -> int:
        """How often somebody or something was put into a place."""
        return self._sequence

    # For the drivers in clock.py. They are private, because moving the clock by hand could skip
    # what is due, or move time back.

    def _move_to(self, time: int) -> None:
        """Have it be a time, which is not before now."""
        if time > self._now:
            self._standstill.end()
        self._now, self._turn = time, time // self.turn_length

    def _rest(self) -> None:
        """Have nothing be done any more that leads to anything: the driver comes to an end."""
        self._standstill.rest()

    def _first(self) -> Place | None:
        """Give the place that comes up next, without moving time."""
        heap = self._heap
        while heap:
            place = heap[0]
            if len(place) == 4:
                handle = place[3]
                if handle._place == place[2] and not handle._owner._archetype.gone:
                    return place
            else:
                actor = self._who.get(place[3])
                if actor is not None and self._places[actor] is place:
                    if actor._archetype.alive:
                        return place
                    self._forget(actor)
            heappop(heap)
        return None

    def _come_to(self, place: Place, published: int) -> Entity:
        """Move time on to the actor's place that comes up next, and say who is due.

        Args:
            place: What ``_first`` gave.
            published: How many events there have been.

        Raises:
            DispatchError: Time does not move on, however often those who are due have their way.
        """
        if place[0] > self._now:
            self._move_to(place[0])
            self.since = published
        actor = self._who[place[3]]
        self._standstill.come_until_put_off(place[2], actor, self._now, published - self.since)
        return actor

    def _take(self, until: int | None, published: int) -> Published | None:
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
            if time > self._now:
                self._now, self._turn = time, time // self.turn_length
                self.since = published
                if standstill.active:
                    standstill.end()
            elif standstill.active:
                standstill.come(sequence, handle._event, time, published - self.since)
            event: Published = handle._event
            event._outcome = CONTINUE
            return event
        return None

    def is_idle(self, clock: Entity) -> bool:
        """Say whether nobody but the clock is on it, and no event."""
        for actor in self._places:
            if actor is not clock and actor._archetype.alive:
                return False
        return not any(len(place) == 4 and self._stands(place) for place in self._heap)

    # Bookkeeping

    def _put(self, actor: Entity, time: int, priority: int, carry: int) -> None:
        # As _push does, without a call: everybody is put off after each turn.
        self._sequence = sequence = self._sequence + 1
        number = actor.id
        place = (time, priority, sequence, number, carry)
        self._places[actor] = place
        self._who[number] = actor
        if time <= self._now:
            self._standstill.put(sequence)
        heap = self._heap
        heappush(heap, place)
        if len(heap) > self._most:
            self._clear_away()

    def _push(self, place: Place) -> None:
        self._sequence += 1
        if place[0] <= self._now:
            self._standstill.put(self._sequence)
        heappush(self._heap, place)
        if len(self._heap) > self._most:
            self._clear_away()

    def _clear_away(self) -> None:
        """Forget old places: of those who left or were put off twice, of events cancelled."""
        who, places = self._who, self._places
        self._heap[:] = [
            place
            for place in self._heap
            if (
                self._stands(place)
                if len(place) == 4
                else place[3] in who and places[who[place[3]]] is place
            )
        ]
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
