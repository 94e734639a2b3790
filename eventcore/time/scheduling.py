"""Check times and scheduled events, and define the intervals at which events may recur."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.codegen import Code, per_class
from eventcore.component import types_of_name
from eventcore.dispatch import rules
from eventcore.dispatch.preview import copy_value
from eventcore.entity import Entity
from eventcore.errors import EventcoreError, ScheduleError
from eventcore.event import Action, Change, Event, is_declared
from eventcore.outcome import CONTINUE
from eventcore.schema.hints import Unsavable, immutable_fields, unresolved_message
from eventcore.schema.values import writer_of
from eventcore.text import short_number

if TYPE_CHECKING:
    from eventcore.world import World

LIMIT: Final = 1 << 53  # times and costs are lower; JSON readers may round larger numbers

_SMALLER: Final = "if you need fractions of a unit of time, choose a smaller unit"
_REMEDIES: Final = {
    "interval": "choose a smaller unit, Exponential(mean, stream) or Uniform(least, most, stream)",
    "Join.priority": "the order is Join(customer, server, priority, patience)",
}

OwnerOf: TypeAlias = Callable[[Event, object], Entity | None]


def check_units(
    name: str, value: object, least: int = 0, error: type[EventcoreError] = ScheduleError
) -> None:
    """Raise an error unless the value is an int from ``least`` to ``LIMIT - 1``."""
    if type(value) is not int:
        remedy = f"write {int(value)}" if isinstance(value, int) else _REMEDIES.get(name, _SMALLER)
        raise error(f"{name}={value!r}: pass a whole number; {remedy}")
    if not least <= value < LIMIT:
        bounds = "between -2**53 and 2**53" if least < 0 else f"of at least {least} and below 2**53"
        raise error(f"{name}={short_number(value)}: pass a whole number {bounds}")


def owner_role(kind: type[Event]) -> str:
    """Return the role of the entity that owns a scheduled event of the given type.

    If the role is empty, the enactor owns the event. If the owner has left, the event is dropped.
    """
    return kind._roles_[:2][-1] if issubclass(kind, Change) else "enactor"


def check_scheduled(event: Event, delay: int, priority: int, world: World) -> Entity:
    """Check an event and return its owner. ``World.schedule`` documents the errors."""
    home = world._router
    kind = event.__class__
    owner_of, has_cost, has_entities = world._schedulable.get(kind) or _check_kind(event, world)
    if type(delay) is not int or not 0 <= delay < LIMIT:
        check_units("delay", delay)
    if type(priority) is not int or not -LIMIT < priority < LIMIT:
        check_units("priority", priority, 1 - LIMIT)
    if event._outcome is not CONTINUE or event._sequence or event._cause is not None:
        rules.refuse_used(event)
    owner = owner_of(event, home)
    if owner is None:
        rules.check_event(event)
        rules.refuse_foreign(type(event))
    if has_entities:
        rules.refuse_foreign_fields(event, home)
    if owner._archetype.gone:
        raise ScheduleError(
            f"{event!r} belongs to {owner!r}, which has left the world, so the event would "
            "be dropped: schedule only events of entities in the world"
        )
    if has_cost and hasattr(event, "_cost"):
        check_units("cost", event._cost)
    return owner


def _check_kind(event: Event, world: World) -> tuple[OwnerOf, bool, bool]:
    """Check that events of this type can be scheduled, and store the result for later calls."""
    rules.check_published(event)
    kind: Any = type(event)
    if not is_declared(kind):
        raise ScheduleError(lacks_decorator(kind, "event"))
    if types_of_name(world.components, kind.__name__) != [kind]:
        raise ScheduleError(
            f"{kind.__name__} cannot be scheduled: loading a save finds event types through "
            f"their handlers; add a handler for {kind.__name__} to a component, and do not "
            "handle another event type with the same name"
        )
    try:
        writer_of(kind)
    except Unsavable as error:
        raise ScheduleError(str(error)) from None
    except NameError as error:
        message = unresolved_message(error)
        raise ScheduleError(f"{kind.__name__} cannot be scheduled: {message}") from None
    found = _owner_of(kind), issubclass(kind, Action), bool(rules.entity_fields(kind))
    world._schedulable[kind] = found
    return found


@per_class
def _owner_of(kind: Any) -> OwnerOf:
    """Return a function that finds an event's owner, or returns None if a role is invalid."""
    enactor, *others = [f"event.{role}" for role in kind._roles_]
    foreign = [f"{enactor}._archetype.home is not home"]
    foreign += [f"{role} is not None and {role}._archetype.home is not home" for role in others]
    returned = f"None if {' or '.join(foreign)} else event.{owner_role(kind)} or {enactor}"
    lines = ["try:", f"    return {returned}", "except AttributeError:", "    return None"]
    return Code().function("event, home", lines)  # type: ignore[no-any-return]  # typed as Any


# Recurring events


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
    code, values = Code(), {name: f"event.{name}" for name in cls._fields_}
    for name, value in values.items():
        if name not in immutable_fields(cls, references=True):
            values[name] = f"{code.name(copy_value)}({value})"
    lines = code.creation(cls, values)
    lines.append("made._origin, made._sequence = event._origin, event._sequence")
    if issubclass(cls, Action):
        lines.append("if hasattr(event, '_cost'): made._cost = event._cost")
    return code.function("event", [*lines, "return made"])  # type: ignore[no-any-return]
