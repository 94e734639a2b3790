"""The wheel: timers in buckets by the turn in which they are due.

A turn takes out its own bucket and touches no other timer. Those that only run out,
and tell nobody, are not even looked at then: from that turn on they count as over. What
is over is cleared away by whoever comes by, or once there is twice as much of it as of
the rest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

import attrs

from eventcore.entity import Entity

_SLACK: Final = 64
"""How many that are over may be kept in any case."""
_SWEEP: Final = 4096
"""So many turns go by at most before the timers of the gone are cleared away."""
_NOWHERE: Final = -1


class Bucket(dict[int, "Timer"]):
    """Timers by their numbers.

    Attributes:
        orderly: Whether they lie in order of their numbers, as those do that are put in as they
            are started.
    """

    __slots__ = ("orderly",)

    def __init__(self) -> None:
        super().__init__()
        self.orderly: bool = True

    def put(self, number: int, timer: Timer) -> None:
        """Put a timer in."""
        if self and number < next(reversed(self)):
            self.orderly = False
        self[number] = timer


@attrs.define(eq=False)
class Timer:
    """Something that lasts for a while.

    Attributes:
        number: Which one it is, in order of starting.
        kind: Its kind.
        owner: Whose it is.
        source: Who began it; may be gone by now.
        origin: The number of the event that began it.
        duration: How many turns it lasts in all.
        since: The turn it was started in last; it lives through those after.
        ends: The turn it ends in, unless it is held.
        held: How many turns are left while its time stands still; 0 while it runs.
        level: How intense it is.
        waned: Whether half time was told.
        paused: Whether it is held for itself, not with its owner.
    """

    number: int
    kind: str
    owner: Entity
    source: Entity
    origin: int
    duration: int
    since: int
    ends: int
    held: int = 0
    level: int = 1
    waned: bool = False
    paused: bool = False
    _over: bool = attrs.field(default=False, init=False)
    _dumb: bool = attrs.field(default=False, init=False)
    _end_at: int = attrs.field(default=_NOWHERE, init=False)
    _half_at: int = attrs.field(default=_NOWHERE, init=False)
    _next: Timer | None = attrs.field(default=None, init=False, repr=False)

    @property
    def half(self) -> int:
        """The turn that leaves half of the duration, rounded down."""
        return self.ends - self.duration // 2

    def remaining(self, turn: int) -> int:
        """Say how many turns are left after a turn."""
        return self.held or max(0, self.ends - turn)


_SAVED: Final = {
    field.name: {"str": str, "bool": bool, "Entity": Entity}.get(str(field.type), int)
    for field in attrs.fields(Timer)
    if field.init
}
"""The fields of a timer that are its state, and their types."""


class Wheel:
    """Timers by the turn they are due in, and by their owners.

    Attributes:
        turn: The turn whose timers were taken out last.
        planned: Whether all timers are where they are due; not so after loading.
        over: How many of those it keeps are over.
        newest: By their owners, the newest timers; those that are over and not cleared away yet
            included.
    """

    __slots__ = (
        "_done", "_due", "_dumb", "_found", "_now", "_swept", "_ticking",
        "newest", "over", "planned", "turn",
    )  # fmt: skip

    def __init__(self, turn: int = 0) -> None:
        self.turn: int = turn
        self.planned: bool = True
        self._due: dict[int, Bucket] = {}
        self._dumb: dict[int, Bucket] = {}
        self._ticking = Bucket()
        # Those of this turn in order, how many of these had their turn, and the number of the one
        # whose turn it is.
        self._found: list[Timer] = []
        self._done = 0
        self._now: int | None = None
        # An owner's timers hang together by _next, the newest first.
        self.newest: dict[Entity, Timer] = {}
        self.over: int = 0
        self._swept = turn

    @property
    def owners(self) -> int:
        """How many it keeps timers of, those whose are over and not cleared away yet included."""
        return len(self.newest)

    def __iter__(self) -> Iterator[Timer]:
        """Yield the timers, the oldest first; those of the gone left out."""
        return iter(self._all())

    def _all(self) -> list[Timer]:
        if not self.newest:
            return []
        every = [timer for owner in [*self.newest] for timer in self._chain(owner)]
        return sorted(every, key=attrgetter("number"))

    def _plain_(self) -> dict[str, Any]:
        """Return what is saved: the turn, the timers, and where an error has stopped the turn."""
        timers = [{name: getattr(timer, name) for name in sorted(_SAVED)} for timer in self._all()]
        stopped = {} if self._now is None else {"stopped": self._now}
        return {**stopped, "timers": timers, "turn": self.turn}

    @classmethod
    def _restored_(cls, plain: dict[str, Any], convert: Callable[[Any, Any], Any]) -> Wheel:
        """Make it of what was saved; its timers are put where they are due before it turns."""
        wheel = cls(convert(plain["turn"], int))
        for fields in plain["timers"]:
            wheel.add(Timer(**{name: convert(fields[name], kind) for name, kind in _SAVED.items()}))
        if "stopped" in plain:
            wheel._now = convert(plain["stopped"], int)
        wheel.planned = not plain["timers"]
        return wheel

    def _copied_(self, who: Mapping[Entity, Entity]) -> Wheel:
        """Make another of the same timers, for others in the place of their owners."""
        wheel = Wheel(self.turn)
        for one in self._all():
            fields = {name: getattr(one, name) for name in _SAVED}
            fields |= {"owner": who[one.owner], "source": who[one.source]}
            wheel.add(Timer(**fields))
        wheel._now = self._now
        wheel.planned = not wheel.newest
        return wheel

    def add(self, timer: Timer) -> None:
        """Take a timer in, at the turn it is due."""
        timer._next = self.newest.get(timer.owner)
        self.newest[timer.owner] = timer

    def lived(self, timer: Timer) -> int:
        """Give the last turn that a timer has lived through, or the one it was started in."""
        return max(timer.since, self.turn - self._is_to_come(timer))

    def _is_to_come(self, timer: Timer) -> bool:
        """Return whether a timer has yet to live through the turn that is going by."""
        # Its timers live through it one after another, by their numbers. An error stops that, and
        # those after the one that raised it are still to come.
        return self._now is not None and timer.number > self._now

    def put(self, timer: Timer, *, ticks: bool, tells: bool, wanes: bool) -> None:
        """Put a timer where it is due.

        Args:
            timer: The timer; one that is held is due nowhere.
            ticks: It has something to do every turn.
            tells: It has something to do when it ends.
            wanes: It has something to do at half time.
        """
        if timer.held:
            return
        number, turn = timer.number, self.turn
        timer._dumb = not (ticks or tells or wanes)
        this_turn = not timer._dumb and timer.since < turn and self._is_to_come(timer)
        first = turn if this_turn else turn + 1
        timer._end_at = max(timer.ends, first)
        if timer._end_at > turn:
            self._bucket(self._dumb if timer._dumb else self._due, timer._end_at).put(number, timer)
        if wanes and not timer.waned:
            timer._half_at = max(timer.half, first)
            if timer._half_at > turn:
                self._bucket(self._due, timer._half_at).put(number, timer)
        if ticks:
            self._ticking.put(number, timer)
        if this_turn and (ticks or turn in (timer._end_at, timer._half_at)):
            self._find_in_this_turn(timer)

    def _find_in_this_turn(self, timer: Timer) -> None:
        """Add a timer to those that are still to come in this turn, unless it is among them."""
        found = self._found
        place = bisect_left(found, timer.number, self._done, key=attrgetter("number"))
        if place == len(found) or found[place] is not timer:
            found.insert(place, timer)

    @staticmethod
    def _bucket(table: dict[int, Bucket], turn: int) -> Bucket:
        found = table.get(turn)
        if found is None:
            found = table[turn] = Bucket()
        return found

    def lift(self, timer: Timer) -> None:
        """Take a timer from where it is due, before that changes."""
        number, table = timer.number, self._dumb if timer._dumb else self._due
        for turn in dict.fromkeys((timer._end_at, timer._half_at)):
            bucket = table.get(turn)
            if bucket is not None and bucket.pop(number, None) is not None and not bucket:
                del table[turn]
        timer._end_at = timer._half_at = _NOWHERE
        self._ticking.pop(number, None)

    def end(self, timer: Timer) -> None:
        """Count a timer, which is due nowhere any more, as over."""
        timer._over = True
        self.over += 1

    def due(self, turn: int) -> Iterator[Timer]:
        """Take out all that have something to do by a turn, one by one, the oldest first.

        What an error keeps from being taken out is taken out the next time.
        """
        if turn > self.turn:
            self._turn_to(turn)
        while self._done < len(self._found):  # one before may release others
            timer = self._found[self._done]
            self._done += 1
            self._now = timer.number
            yield timer
        self._now = None

    def _turn_to(self, turn: int) -> None:
        left = self._found[self._done :]
        passed = [turn]
        if turn > self.turn + 1:
            passed = sorted(due for due in {**self._due, **self._dumb} if due <= turn)
        found: list[Bucket] = []
        for one in passed:
            self.over += len(self._dumb.pop(one, ()))
            bucket = self._due.pop(one, None)
            if bucket is not None:
                found.append(bucket)
        self.turn = turn
        crowded = self.over > _SLACK and 3 * self.over > 2 * self.owners
        if crowded or turn >= self._swept + _SWEEP:
            self._clear_away()
        if self._ticking:
            found.append(self._ticking)
        self._found, self._done = _in_order(left, found), 0

    def of(self, owner: Entity) -> tuple[Timer, ...]:
        """Give an owner's timers, the oldest first; whoever is gone has none."""
        timer = self.newest.get(owner)
        if timer is None:
            return ()
        if (
            timer._next is None and not timer._dumb and not timer._over
        ):  # one alone, as it mostly is
            return () if owner._archetype.gone else (timer,)
        return tuple(sorted(self._chain(owner), key=attrgetter("number")))

    def find(self, owner: Entity, kind: str) -> Timer | None:
        """Give an owner's timer of a kind, if it lasts."""
        for timer in self._chain(owner):
            if timer.kind == kind:
                return timer
        return None

    def _chain(self, owner: Entity) -> list[Timer]:
        """Give an owner's timers that last, the newest first, and forget the others."""
        timer = self.newest.get(owner)
        if timer is None or not owner.alive:
            return []
        lasting, over = [], 0
        while timer is not None:
            if timer._over or self._ran_out(timer):
                over += 1
            else:
                lasting.append(timer)
            timer = timer._next
        if over:
            self.over -= over
            self._relink(owner, lasting)
        return lasting

    def _relink(self, owner: Entity, lasting: list[Timer]) -> None:
        if lasting:
            self.newest[owner] = lasting[0]
            for one, other in zip(lasting, [*lasting[1:], None], strict=True):
                one._next = other
        else:
            del self.newest[owner]

    def _ran_out(self, timer: Timer) -> bool:
        """Say whether a timer that tells nobody has run out."""
        return timer._dumb and timer.ends <= self.lived(timer) and not timer.held

    def _clear_away(self) -> None:
        """Forget all that ran out unseen, and all that the gone have owned."""
        turn = self.turn
        kept: dict[Entity, Timer] = {}
        several = []
        for owner, first in self.newest.items():
            if first._next is None:  # as it mostly is; then this is all there is to do
                if first._over or (first._dumb and first.ends <= turn and not first.held):
                    continue
            elif owner.alive:
                several.append(owner)
            if not owner._archetype.gone:
                kept[owner] = first
        self.newest = kept
        for owner in several:
            self._chain(owner)
        self.over, self._swept = 0, turn


def _in_order(left: list[Timer], found: list[Bucket]) -> list[Timer]:
    """Give the timers of some buckets, and those that are left of a turn before, by number."""
    if not left and len(found) == 1 and found[0].orderly:
        return [*found[0].values()]
    every = {timer.number: timer for timer in left}
    for bucket in found:
        every.update(bucket)
    return [every[number] for number in sorted(every)]
