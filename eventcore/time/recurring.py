"""Recurring events: their fixed or random intervals and their ends, as plain data."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from eventcore.copies import PacketMemo
from eventcore.entity import Entity
from eventcore.errors import ScheduleError
from eventcore.event import Published
from eventcore.outcome import Outcome
from eventcore.time.units import check_units

if TYPE_CHECKING:
    from eventcore.world import World

E = TypeVar("E", bound=Published)
_WHOLE: Final = frozenset((int, str, bool, float, NoneType, Entity, Outcome))
_UNSET: Final = object()


class Exponential(msgspec.Struct, frozen=True, tag=True):
    """A random interval with an exponential distribution, rounded, as between random arrivals.

    Attributes:
        mean: The mean, in units; 1 or more.
        stream: The name of the random stream to draw from.
    """

    mean: int
    stream: str

    def draw(self, world: World) -> int:
        """Draw an interval; it may be 0."""
        return world.stream(self.stream).exponential(self.mean)


class Uniform(msgspec.Struct, frozen=True, tag=True):
    """A random interval from ``least`` to ``most`` units, both included.

    Attributes:
        least: The shortest interval, 0 or more.
        most: The longest interval, 1 or more.
        stream: The name of the random stream to draw from.
    """

    least: int
    most: int
    stream: str

    def draw(self, world: World) -> int:
        """Draw an interval."""
        return world.stream(self.stream).roll(self.least, self.most)


class Recurrence(msgspec.Struct, frozen=True):
    """How a scheduled event recurs.

    Attributes:
        interval: The time from one occurrence to the next.
        stop: The last time at which the event may occur; None if it is unlimited.
        left: The number of occurrences left; None if it is unlimited.
    """

    interval: int | Exponential | Uniform
    stop: int | None
    left: int | None

    def check(self, now: int) -> None:
        """Raise a ScheduleError if a field is invalid."""
        interval = self.interval
        if isinstance(interval, Exponential | Uniform) and type(interval.stream) is not str:
            raise ScheduleError(f"{interval!r}: stream must be a str, the name of a random stream")
        if isinstance(interval, Exponential):
            check_units("mean", interval.mean, 1)
        elif isinstance(interval, Uniform):
            check_units("least", interval.least)
            check_units("most", interval.most, max(1, interval.least))
        else:
            check_units("interval", interval, 1)
        if self.stop is not None:
            check_units("stop", self.stop, now)
        if self.left is not None:
            check_units("count", self.left, 1)

    def draw(self, world: World) -> int:
        """Return the next interval, in units."""
        interval = self.interval
        return interval if isinstance(interval, int) else interval.draw(world)


def copy_event(event: E) -> E:
    """Return a copy of an event, for one occurrence; its entities are not copied."""
    kind: Any = type(event)
    copied: E = kind.__new__(kind)
    for name in _slots_of(kind):
        value = getattr(event, name, _UNSET)
        if value is not _UNSET:
            if value.__class__ not in _WHOLE:
                value = deepcopy(value, PacketMemo(lambda held, memo: held))
            setattr(copied, name, value)
    return copied


@cache
def _slots_of(kind: type) -> tuple[str, ...]:
    return tuple(name for cls in kind.__mro__ for name in getattr(cls, "__slots__", ()))
