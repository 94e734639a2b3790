"""Still: those for whom no time passes, and what they were about to do when it stopped.

Their times are counted from then on: so far off is what they do when time passes again.
"""

from __future__ import annotations

from typing import TypeAlias

from eventcore.entity import Entity
from eventcore.time.scheduled import HELD, Scheduled

Due: TypeAlias = tuple[int, int, int, int, int]
"""Time, priority, sequence, id of the actor, and what was left over of its last cost."""


class Still:
    """Keeps the frozen.

    Attributes:
        places: Where an actor is among those who act; None of who is frozen and has no place. The
            gone are among them until there are many.
    """

    __slots__ = ("_events", "_most", "places")

    def __init__(self) -> None:
        self.places: dict[Entity, Due | None] = {}
        self._events: dict[Entity, list[Scheduled]] = {}
        self._most = 8

    def __contains__(self, who: Entity) -> bool:
        return who in self.places and who.alive

    def stop(self, who: Entity, place: Due | None, events: list[Scheduled], now: int) -> None:
        """Stop the time of somebody, of its place and of its events, in order."""
        if place is not None:
            time, priority, _, number, carry = place
            place = (max(0, time - now), priority, 0, number, carry)
        self.places[who] = place
        for handle in events:
            handle._due, handle._place = max(0, handle._due - now), HELD
        if events:
            self._events[who] = events
        if len(self.places) > self._most:
            self.places = {one: kept for one, kept in self.places.items() if one.alive}
            self._events = {one: kept for one, kept in self._events.items() if one.alive}
            self._most = 2 * len(self.places) + 8

    def go_on(self, who: Entity) -> tuple[Due | None, list[Scheduled]]:
        """Give back the place of somebody, and its events that were not cancelled meanwhile."""
        events = self._events.pop(who, ())
        return self.places.pop(who), [handle for handle in events if handle._place == HELD]

    def hold(self, who: Entity, handle: Scheduled, delay: int) -> None:
        """Take in an event that is scheduled for somebody frozen."""
        handle._due, handle._place = delay, HELD
        self._events.setdefault(who, []).append(handle)

    def listed(self) -> list[tuple[int, Due | None]]:
        """List the frozen by their ids, with their places."""
        return sorted((who.id, place) for who, place in self.places.items() if who.alive)

    def events(self) -> list[Scheduled]:
        """List the events that wait until their owners thaw, by the owners' ids."""
        owners = sorted((who for who in self._events if who.alive), key=lambda who: who.id)
        return [one for who in owners for one in self._events[who] if one._place == HELD]
