"""The agenda: whose turn it is, by time, priority and sequence.

Time is counted in hundredths of a turn. What an action costs is divided by the
actor's speed and the remainder carried over, so that an actor of speed 130 acts
130 times in 100 turns, and not once less.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Final

from eventcore.entity import Entity
from eventcore.errors import ScheduleError
from eventcore.event import TURN

NORMAL: Final = 100
"""The speed of an actor that acts once a turn."""

Due = tuple[int, int, int, int, int]
"""Time, priority, sequence, id of the actor, and what was left over of its last cost."""


class Agenda:
    """Keeps who acts when, by time and priority.

    Attributes:
        now: The time, in hundredths of a turn: that of whoever acted last.
    """

    __slots__ = (
        "_allow",
        "_frozen",
        "_heap",
        "_most_frozen",
        "_places",
        "_sequence",
        "_who",
        "now",
    )

    def __init__(self, allow: Callable[[str], None]) -> None:
        """Make an agenda with no actors on it.

        Args:
            allow: Asked before every change; raises where nothing may change.
        """
        self.now = 0
        self._allow = allow
        self._sequence = 0
        self._heap: list[Due] = []
        self._places: dict[Entity, Due] = {}
        self._who: dict[int, Entity] = {}
        self._frozen: dict[Entity, Due | None] = {}
        self._most_frozen = 8

    def schedule(self, actor: Entity, *, delay: int = 0, priority: int = 0) -> None:
        """Let an actor act, for the first time after a delay.

        Args:
            actor: Who is to act.
            delay: From now, in hundredths of a turn.
            priority: Who goes first of those due at one time, low first; those of
                one priority in the order in which they were put there.

        Raises:
            ScheduleError: The actor is on it already or is gone, or the delay is negative.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.schedule()")
        if actor in self:
            raise ScheduleError(f"{actor!r} is in the agenda already: it has one place")
        if not actor.alive:
            raise ScheduleError(f"{actor!r} cannot act any more: schedule only the living")
        if self.frozen(actor):
            raise ScheduleError(f"no time passes for {actor!r}: thaw it before it is scheduled")
        if delay < 0:
            raise ScheduleError(f"delay={delay}: nobody acts in the past; give 0 or more")
        self._put(actor, self.now + delay, priority, 0)

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
            cost: What it took, in hundredths of a turn.
            speed: How fast the actor is; 200 acts twice a turn.

        Raises:
            ScheduleError: The actor is not there, the cost negative, or the speed
                not above 0.
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.delay()")
        time, priority, _, _, carry = self._find(actor)
        if cost < 0:
            raise ScheduleError(f"cost={cost}: an action takes no less than no time")
        if speed <= 0:
            raise ScheduleError(f"speed={speed}: give 1 or more, or cancel it")
        delay, carry = divmod(cost * NORMAL + carry, speed)
        if actor in self._frozen:
            self._frozen[actor] = (time + delay, priority, 0, actor.id, carry)
        else:
            self._put(actor, time + delay, priority, carry)

    def freeze(self, who: Entity) -> None:
        """Let no time pass for someone: if it acts, its turn does not come until it thaws.

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
        if len(self._frozen) > self._most_frozen:
            self._frozen = {one: kept for one, kept in self._frozen.items() if one.alive}
            self._most_frozen = 2 * len(self._frozen) + 8

    def thaw(self, who: Entity) -> None:
        """Let time pass again for someone, whose turn is then as far off as it was.

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

    def frozen(self, who: Entity) -> bool:
        """Say whether no time passes for someone."""
        return who in self._frozen and who.alive

    def next(self) -> Entity | None:
        """Move time on to whoever is due next and say who; None when nobody is left.

        Raises:
            DispatchError: The current event has not crossed its commit line.
        """
        self._allow("agenda.next()")
        while self._heap:
            place = self._heap[0]
            actor = self._who.get(place[3])
            if actor is None or self._places[actor] is not place:
                heappop(self._heap)
            elif not actor.alive:
                self._forget(actor)
            else:
                self.now = max(self.now, place[0])
                return actor
        return None

    def due(self, actor: Entity) -> int:
        """Say when an actor is due, in hundredths of a turn; of one that is frozen, in how many.

        Raises:
            ScheduleError: The actor is not on the agenda.
        """
        return self._find(actor)[0]

    def __contains__(self, actor: Entity) -> bool:
        return (actor in self._places or self._frozen.get(actor) is not None) and actor.alive

    def __len__(self) -> int:
        return sum(actor.alive for actor in self._places)

    def places(self) -> list[Due]:
        """List all places in the order in which they come up; those of the gone left out."""
        return sorted(place for actor, place in self._places.items() if actor.alive)

    def still(self) -> list[tuple[int, Due | None]]:
        """List those for whom no time passes, by id, with their places counted from now."""
        return sorted((who.id, place) for who, place in self._frozen.items() if who.alive)

    def restore(
        self,
        now: int,
        sequence: int,
        places: list[Due],
        still: list[tuple[int, Due | None]],
        who: Callable[[int], Entity],
    ) -> None:
        """Take over what was saved."""
        self._frozen = {who(number): place for number, place in still}
        self.now, self._sequence = now, sequence
        self._heap = [*places]
        heapify(self._heap)
        self._who = {place[3]: who(place[3]) for place in places}
        self._places = {self._who[place[3]]: place for place in places}

    @property
    def sequence(self) -> int:
        """How often somebody was put into a place."""
        return self._sequence

    def _find(self, actor: Entity) -> Due:
        place = self._places.get(actor) or self._frozen.get(actor)
        if place is None:
            raise ScheduleError(f"{actor!r} is not in the agenda: schedule it first")
        return place

    def _put(self, actor: Entity, time: int, priority: int, carry: int) -> None:
        self._sequence += 1
        place = (time, priority, self._sequence, actor.id, carry)
        self._places[actor] = place
        self._who[actor.id] = actor
        heappush(self._heap, place)
        if len(self._heap) > 2 * len(self._places) + 8:
            # Old places of those who left or were put off twice; nobody looks for them.
            self._heap = [*self._places.values()]
            heapify(self._heap)

    def _forget(self, actor: Entity) -> None:
        del self._places[actor], self._who[actor.id]
