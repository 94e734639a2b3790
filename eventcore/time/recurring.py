"""Recurring events: the fixed or random interval between occurrences, and the last occurrence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from eventcore.errors import ScheduleError
from eventcore.event import Published
from eventcore.schema.values import class_copier
from eventcore.time.units import check_units

if TYPE_CHECKING:
    from eventcore.world import World


class Exponential(msgspec.Struct, frozen=True, tag=True):
    """A random interval with an exponential distribution, rounded to a whole number of units.

    Attributes:
        mean: The mean interval, in units; at least 1.
        stream: The name of the random stream to draw from.
    """

    mean: int
    stream: str

    def draw(self, world: World) -> int:
        """Draw an interval of 0 or more units."""
        return world.stream(self.stream).exponential(self.mean)


class Uniform(msgspec.Struct, frozen=True, tag=True):
    """A random interval from ``least`` to ``most`` units, both included.

    Attributes:
        least: The shortest interval, in units; at least 0.
        most: The longest interval, in units; at least 1.
        stream: The name of the random stream to draw from.
    """

    least: int
    most: int
    stream: str

    def draw(self, world: World) -> int:
        """Draw an interval."""
        return world.stream(self.stream).roll(self.least, self.most)


class Recurrence(msgspec.Struct, frozen=True):
    """The interval of a recurring event, and the limits on its occurrences.

    Attributes:
        interval: The time from one occurrence to the next.
        stop: The last time at which the event may occur; None if there is no limit.
        left: The number of occurrences left; None if there is no limit.
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


class _Identity(dict[Any, Any]):
    """Maps each entity and handle to itself, so that copied events refer to the same objects."""

    def __missing__(self, key: Any) -> Any:
        return key


def copy_event(event: Published) -> Published:
    """Return a copy of a recurring event, to be published as one of its occurrences."""
    copied: Any = class_copier(type(event))(event, _Identity())
    copied._origin, copied._sequence = event._origin, event._sequence
    if hasattr(event, "_cost"):
        copied._cost = event._cost
    return copied  # type: ignore[no-any-return]  # a copy has the same class
