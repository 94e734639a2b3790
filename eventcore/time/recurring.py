"""Recurring events have fixed or random intervals, and may be limited in time or number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs
import msgspec

from eventcore.codegen import Code, per_class
from eventcore.dispatch.preview import copy_value
from eventcore.errors import ScheduleError
from eventcore.event import Action
from eventcore.schema.hints import immutable_fields
from eventcore.time.units import check_units

if TYPE_CHECKING:
    from eventcore.world import World


class Exponential(msgspec.Struct, frozen=True, tag=True):
    """A random interval that is exponentially distributed and rounded to whole units.

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
    """A random interval from ``least`` to ``most`` units, inclusive.

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
        stop: The last time at which the event may occur; None for no limit.
        left: The number of occurrences left; None for no limit.
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


@per_class
def copier_of(cls: Any) -> Callable[[Any], Any]:
    """Return a function that copies a recurring event, but not the entities in its fields."""
    code, arguments = Code(), []
    lines = ["copied._origin, copied._sequence = event._origin, event._sequence"]
    if issubclass(cls, Action):
        lines.append("if hasattr(event, '_cost'): copied._cost = event._cost")
    for field in attrs.fields(cls):
        if field.name in cls._fields_:
            value = f"event.{field.name}"
            if field.name not in immutable_fields(cls, references=True):
                value = f"{code.name(copy_value)}({value})"
            if field.init:
                arguments.append(f"{field.alias}={value}")
            else:
                lines.append(f"copied.{field.name} = {value}")
    create = f"copied = {code.name(cls)}({', '.join(arguments)})"
    return code.function("event", [create, *lines, "return copied"])  # type: ignore[no-any-return]
