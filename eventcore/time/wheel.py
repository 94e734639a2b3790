"""The wheel: timers in buckets by the turn in which they are due.

A turn takes out its own bucket and touches no other timer. Those that only run out,
and tell nobody, are not even looked at then: from that turn on they count as over. What
is over is cleared away once there is twice as much of it as of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

import attrs

from eventcore.entity import Entity

__all__ = ["Timer", "Wheel"]

_SLACK: Final = 64
"""How many that are over may be kept in any case."""

Bucket = dict[int, "Timer"]


@attrs.define(eq=False)
class Timer:
    """Something that lasts for a while.

    Attributes:
        number: Which one it is, in order of starting.
        kind: Its kind.
        bearer: Whose it is.
        source: Who began it; may be gone by now.
        origin: The number of the event that began it.
        duration: How many turns it lasts in all.
        ends: The turn it ends in, unless it is held.
        held: How many turns are left while its time stands still; 0 while it runs.
        level: How intense it is.
        waned: Whether half time was told.
        paused: Whether it is held for itself, not with its bearer.
    """

    number: int
    kind: str
    bearer: Entity
    source: Entity
    origin: int
    duration: int
    ends: int
    held: int = 0
    level: int = 1
    waned: bool = False
    paused: bool = False
    _over: bool = attrs.field(default=False, init=False)
    _dumb: bool = attrs.field(default=False, init=False)
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
    """Timers by the turn they are due in, and by their bearers.

    Attributes:
        turn: The turn whose timers were taken out last.
        planned: Whether all timers are where they are due; not so after loading.
    """

    __slots__ = ("_due", "_dumb", "_of", "_over", "_ticking", "planned", "turn")

    def __init__(self, turn: int = 0) -> None:
        self.turn = turn
        self.planned = True
        self._due: dict[int, Bucket] = {}
        self._dumb: dict[int, Bucket] = {}
        self._ticking: Bucket = {}
        # A bearer's timers hang together by _next, the newest first.
        self._of: dict[Entity, Timer] = {}
        self._over = 0

    def __iter__(self) -> Iterator[Timer]:
        """Yield the timers, the oldest first."""
        every = (timer for bearer in self._of for timer in self._chain(bearer))
        return iter(sorted(every, key=attrgetter("number")))

    def _plain_(self) -> dict[str, Any]:
        """Give what is saved of it: its turn and its timers."""
        timers = [{name: getattr(timer, name) for name in _SAVED} for timer in self]
        return {"turn": self.turn, "timers": timers}

    @classmethod
    def _restored_(cls, plain: dict[str, Any], convert: Callable[[Any, Any], Any]) -> Wheel:
        """Make it of what was saved; its timers are put where they are due before it turns."""
        wheel = cls(convert(plain["turn"], int))
        for fields in plain["timers"]:
            wheel.add(Timer(**{name: convert(fields[name], kind) for name, kind in _SAVED.items()}))
        wheel.planned = not plain["timers"]
        return wheel

    def add(self, timer: Timer) -> None:
        """Take in a timer."""
        timer._next = self._of.get(timer.bearer)
        self._of[timer.bearer] = timer

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
        number, ends = timer.number, timer.ends
        timer._dumb = not (ticks or tells or wanes)
        (self._dumb if timer._dumb else self._due).setdefault(ends, {})[number] = timer
        if wanes and not timer.waned:
            self._due.setdefault(timer.half, {})[number] = timer
        if ticks:
            self._ticking[number] = timer

    def lift(self, timer: Timer) -> None:
        """Take a timer from where it is due, before that changes."""
        number, table = timer.number, self._dumb if timer._dumb else self._due
        for turn in dict.fromkeys((timer.ends, timer.half)):
            bucket = table.get(turn)
            if bucket is not None and bucket.pop(number, None) is not None and not bucket:
                del table[turn]
        self._ticking.pop(number, None)

    def end(self, timer: Timer) -> None:
        """Count a timer, which is due nowhere any more, as over."""
        timer._over = True
        self._over += 1

    def due(self, turn: int) -> list[Timer]:
        """Take out all that have something to do by a turn, the oldest first."""
        found: Bucket = {}
        for passed in range(self.turn + 1, turn + 1):
            self._over += len(self._dumb.pop(passed, ()))
            bucket = self._due.pop(passed, None)
            if bucket is not None:
                found = found | bucket if found else bucket
        self.turn = turn
        if self._over > _SLACK and 3 * self._over > 2 * len(self._of):
            self._clear_away()
        if self._ticking:
            found.update(self._ticking)
        return [found[number] for number in sorted(found)]

    def of(self, bearer: Entity) -> tuple[Timer, ...]:
        """Give a bearer's timers, the oldest first."""
        return tuple(sorted(self._chain(bearer), key=attrgetter("number")))

    def find(self, bearer: Entity, kind: str) -> Timer | None:
        """Give a bearer's timer of a kind, if it lasts."""
        for timer in self._chain(bearer):
            if timer.kind == kind:
                return timer
        return None

    def _chain(self, bearer: Entity) -> Iterator[Timer]:
        """Yield a bearer's timers that last, the newest first."""
        timer = self._of.get(bearer)
        while timer is not None:
            if not timer._over and (timer.ends > self.turn or not timer._dumb or timer.held):
                yield timer
            timer = timer._next

    def _clear_away(self) -> None:
        """Forget all that ran out unseen."""
        turn, kept = self.turn, {}
        for bearer, first in self._of.items():
            if first._next is None:  # as it mostly is; then this is all there is to do
                if not first._over and (first.ends > turn or not first._dumb or first.held):
                    kept[bearer] = first
                continue
            lasting = list(self._chain(bearer))
            for one, other in zip(lasting, [*lasting[1:], None], strict=True):
                one._next = other
            if lasting:
                kept[bearer] = lasting[0]
        self._of, self._over = kept, 0
