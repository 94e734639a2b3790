"""A timer wheel keeps running timers in buckets, with one bucket for each turn.

A timer is in the bucket of the turn when its next ``half`` or ``end`` event is due. A turn handles
only the timers in its bucket, and the timers that tick on every turn. A silent timer, which has no
tick, half or end event, is not in any bucket. After it ends, ``of`` or ``add`` removes it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from operator import attrgetter, neg
from typing import TYPE_CHECKING, Any, Final

import attrs

from eventcore.entity import Entity
from eventcore.schema.hints import hints_of

if TYPE_CHECKING:
    from eventcore.time.kinds import Makers

_SLACK: Final = 64


@attrs.define(eq=False)
class Timer:
    """A timer that is running, or held because its owner is frozen."""

    number: int  # 1 for the first timer ever started in the world, 2 for the second, and so on
    kind: str  # the name of the timer's kind
    owner: Entity
    source: Entity  # the entity that last started the timer, even if it has since left the world
    origin: int  # the sequence number of the event that last started the timer
    duration: int  # the total duration, in turns
    since: int  # the turn when the timer was last started; the first tick comes one turn later
    ends: int  # the turn when a running timer ends
    held: int = 0  # the number of turns left while the owner is frozen; otherwise 0
    level: int = 1  # at least 1
    waned: bool = False  # whether the timer has published its ``half`` event
    over: bool = attrs.field(default=False, init=False)  # whether it has ended and can be removed
    _silent: bool = attrs.field(default=False, init=False)
    _bucket: int = attrs.field(default=-1, init=False)

    @property
    def half(self) -> int:
        """The turn that ends with half of the duration left, rounded down."""
        return self.ends - self.duration // 2

    def remaining(self, turn: int) -> int:
        """Return the number of turns that are left after the given turn."""
        return self.held or max(0, self.ends - turn)


_SAVED: Final = {name: kind for name, kind in hints_of(Timer).items() if name != "over"}
# The "paused" column is no longer used, but older saves and their digests contain it.
_COLUMNS: Final = sorted([*_SAVED, "paused"])


class Wheel:
    """The timers of a world, in buckets.

    Attributes:
        turn: The latest turn whose timers have been handled.
        planned: Whether all timers are in their buckets. False after loading and after an error.
        by_owner: The timers of each owner, oldest first. Some of these timers may be over.
    """

    __slots__ = (
        "_due", "_found", "_now", "_rest", "_spare", "_ticking", "by_owner", "planned", "turn",
    )  # fmt: skip

    def __init__(self, turn: int = 0) -> None:
        self.turn: int = turn
        self.by_owner: dict[Entity, tuple[Timer, ...]] = {}
        self._spare = _SLACK  # how many timers can be added before ``add`` removes old timers
        # The number of the timer that is being handled, or that raised an error in the last turn.
        self._now: int | None = None
        self.clear()

    def clear(self) -> None:
        """Empty the buckets. The caller must fill the buckets again."""
        self.planned: bool = True
        self._due: dict[int, dict[int, Timer]] = {}
        self._ticking: dict[int, Timer] = {}
        self._found: dict[int, Timer] = {}  # the timers of the current turn, keyed by number
        self._rest: list[int] = []  # numbers of timers not handled yet, oldest timer last

    def __iter__(self) -> Iterator[Timer]:
        """Yield the timers of all owners that are in the world, oldest timer first."""
        every = [timer for owner in [*self.by_owner] for timer in self.of(owner)]
        return iter(sorted(every, key=attrgetter("number")))

    def _plain_(self) -> dict[str, Any]:
        """Return the data to save. If a timer raised an error, include its number."""
        timers = [{name: getattr(timer, name, False) for name in _COLUMNS} for timer in self]
        stopped = {} if self._now is None else {"stopped": self._now}
        return {**stopped, "timers": timers, "turn": self.turn}

    @classmethod
    def _restored_(cls, plain: dict[str, Any], convert: Callable[[Any, Any], Any]) -> Wheel:
        wheel = cls(convert(plain["turn"], int))
        for fields in plain["timers"]:
            wheel.add(Timer(**{name: convert(fields[name], kind) for name, kind in _SAVED.items()}))
        if "stopped" in plain:
            wheel._now = convert(plain["stopped"], int)
        wheel.planned = not plain["timers"]
        return wheel

    # Timers of an owner

    def of(self, owner: Entity) -> tuple[Timer, ...]:
        """Return an owner's timers, oldest first, or none if the owner has left the world."""
        timers = self.by_owner.get(owner)
        if timers is None or owner._archetype.gone:
            return ()
        for timer in timers:
            if timer.over or (timer._silent and timer.ends <= self.turn):
                timers = tuple(each for each in timers if not self._is_over(each))
                if timers:
                    self.by_owner[owner] = timers
                else:
                    del self.by_owner[owner]
                break
        return timers

    def _is_over(self, timer: Timer) -> bool:
        has_ended = timer._silent and not timer.held and timer.ends <= self.lived(timer)
        return timer.over or has_ended

    def add(self, timer: Timer) -> None:
        """Add a new timer to its owner's timers. The ``put`` method adds the timer to a bucket."""
        self._spare -= 1
        if self._spare < 0:
            # Remove timers that are over, and timers of entities that have left the world.
            self.by_owner = {owner: held for owner in [*self.by_owner] if (held := self.of(owner))}
            self._spare = _SLACK + 3 * len(self.by_owner)
        self.by_owner[timer.owner] = (*self.by_owner.get(timer.owner, ()), timer)

    # Turns

    def lived(self, timer: Timer) -> int:
        """Return the last turn that a timer has completed, or the turn in which it was started."""
        return max(timer.since, self.turn - self._is_to_come(timer))

    def _is_to_come(self, timer: Timer) -> bool:
        """Return whether a timer still has to be handled in the current turn."""
        # Timers are handled in order of their numbers. After an error, later timers wait.
        return self._now is not None and timer.number > self._now

    def put(self, timer: Timer, makers: Makers) -> None:
        """Add a running timer to the bucket of the turn when its half or end event is due."""
        ticks, waits = makers.tick is not None, makers.half is not None and not timer.waned
        timer._silent = not ticks and makers.half is None and makers.end is None
        if timer._silent:
            return
        number, turn = timer.number, self.turn
        first = turn if timer.since < turn and self._is_to_come(timer) else turn + 1
        at = timer._bucket = max(first, timer.half if waits else timer.ends)
        if at > turn:
            self._due.setdefault(at, {})[number] = timer
        if ticks:
            self._ticking[number] = timer
        if (at == turn or (ticks and first == turn)) and number not in self._found:
            self._found[number] = timer
            insort(self._rest, number, key=neg)

    def lift(self, timer: Timer) -> None:
        """Remove a timer from its bucket. Call this before you change the timer's times."""
        bucket = self._due.get(timer._bucket)
        if bucket is not None and bucket.pop(timer.number, None) is not None and not bucket:
            del self._due[timer._bucket]
        self._ticking.pop(timer.number, None)

    def due(self, turn: int) -> Iterator[Timer]:
        """Remove all timers that are due by the given turn from their buckets, and yield them."""
        if turn > self.turn:
            skipped = turn > self.turn + 1
            for passed in [due for due in self._due if due <= turn] if skipped else [turn]:
                self._found |= self._due.pop(passed, {})
            self._found |= self._ticking
            self._rest = sorted(self._found, reverse=True)
            self.turn = turn
        while self._rest:  # if an event thaws a timer, ``put`` adds the timer to this list
            self._now = self._rest.pop()
            yield self._found[self._now]
        self._now = None
        self._found = {}
