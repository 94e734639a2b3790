"""Define kinds of timers, and create makers, which publish the events of timers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from eventcore.component import Component, types_of_name
from eventcore.entity import Entity
from eventcore.errors import TimerError
from eventcore.event import Action, Broadcast, Change, Event, Notice, Published
from eventcore.schema.fixed import freeze, thaw
from eventcore.schema.hints import Unsavable, hints_of
from eventcore.schema.values import check_value
from eventcore.text import short_repr
from eventcore.time.scheduling import check_units
from eventcore.time.wheel import Timer

if TYPE_CHECKING:
    from eventcore.world import World

Maker = Callable[..., None]
"""A function that publishes an event of a timer.

It takes the timer, the number of turns left, the world, and whether the timer's level has risen.
"""


class Stacking(Enum):
    """The rule for starting a timer if the owner already has a running timer of the same kind."""

    REFRESH = "refresh"
    """Restart the running timer, unless the new timer would end earlier. Keep the higher level."""
    EXTEND = "extend"
    """Add the new duration to the running timer."""
    INTENSIFY = "intensify"
    """Add the new level to the level of the running timer. Otherwise, work like REFRESH."""
    IGNORE = "ignore"
    """Refuse to start the new timer, with the reason ``"already"``."""


def _name_of(event: str | type[Event]) -> str:
    return event if isinstance(event, str) else event.__name__


@attrs.frozen
class Packet:
    """An event that a timer publishes.

    Attributes:
        event: The event type or its name. A component of the world must handle this type.
        data: The values of the event's fields, as JSON data. Each event gets a copy of the data.
        role: The role that the timer's owner plays in the event. By default, this is the event's
            second role, or its only role. If the owner is not the enactor, the entity that started
            the timer is the enactor.
    """

    event: str = attrs.field(converter=_name_of)
    data: Mapping[str, Any] = attrs.field(factory=dict, converter=freeze)
    role: str = ""


@attrs.frozen
class TimerKind:
    """The events that timers of a kind publish, and the rule for starting a second one.

    Attributes:
        start: The event to publish when a timer starts.
        tick: The event to publish on each turn.
        half: The event to publish on the turn that leaves half of the duration, rounded down.
        end: The event to publish after the last tick, in the same turn.
        stacking: The rule for starting a timer while another timer of the same kind is running.
        most: The highest level that a timer can reach.
    """

    start: Packet | None = None
    tick: Packet | None = None
    half: Packet | None = None
    end: Packet | None = None
    stacking: Stacking = Stacking.REFRESH
    most: int = 1_000


@attrs.frozen
class TimerFacts:
    """A description of a timer. Events about timers have it in their ``timer`` field.

    Attributes:
        kind: The name of the timer's kind.
        source: The entity that started the timer, even if this entity has left the world.
        level: The level of the timer, at least 1.
        duration: The total duration, in turns.
        remaining: The number of turns left. During a tick, this includes the current turn.
        risen: In a start event, whether the event has raised the level of a running timer.
    """

    kind: str
    source: Entity
    level: int
    duration: int
    remaining: int
    risen: bool = False


class Makers(NamedTuple):
    """The functions that publish the events of a kind of timer, or None for a missing event."""

    start: Maker | None
    tick: Maker | None
    half: Maker | None
    end: Maker | None


def makers_of(name: str, kind: TimerKind, components: tuple[type[Component], ...]) -> Makers:
    """Return a timer kind's makers. Raise TimerError if a packet does not match its event type."""
    where = f"timer kind {name!r}"
    if not isinstance(kind, TimerKind):
        raise TimerError(f"{where} is {short_repr(kind)}: pass a TimerKind")
    check_units(f"{where}: most", kind.most, 1, TimerError)
    _check_type(where, kind, "stacking", Stacking)
    makers = dict.fromkeys(Makers._fields)
    for moment in Makers._fields:
        if getattr(kind, moment) is not None:
            _check_type(where, kind, moment, Packet)
            makers[moment] = _maker(f"{where}, {moment}", getattr(kind, moment), components)
    return Makers(**makers)


def _check_type(where: str, kind: TimerKind, field: str, expected: type) -> None:
    value = getattr(kind, field)
    if not isinstance(value, expected):
        raise TimerError(f"{where}: {field}={short_repr(value)}: pass a {expected.__name__}")


def _maker(where: str, packet: Packet, components: tuple[type[Component], ...]) -> Maker:
    found = types_of_name(components, packet.event)
    if len(found) != 1:
        how = "no component of this world handles" if not found else "there are two events called"
        raise TimerError(f"{where}: {how} {packet.event!r}")
    cls: Any = found[0]
    if not issubclass(cls, Action | Change | Notice | Broadcast):
        raise TimerError(f"{where}: {packet.event} is a Query: use an event that can be published")
    role = packet.role or cls._roles_[:2][-1]
    if role not in cls._roles_:
        raise TimerError(f"{where}: {packet.event} has no role {role!r}")
    fields, hints = signature(cls), hints_of(cls)
    describes = "timer" in fields.parameters
    given = dict.fromkeys(("enactor", role, "timer") if describes else ("enactor", role))
    try:
        fields.bind(**given, **packet.data)
    except TypeError as error:
        reason = str(error).rpartition("() ")[2]  # drop the function name at its start
        raise TimerError(f"{where}: the data does not fit {packet.event}: {reason}") from None
    for key, value in packet.data.items():
        try:
            check_value(hints[key], thaw(value))
        except Unsavable as error:
            raise TimerError(f"{where}: {packet.event}.{key}: {error}") from None
    return _written(cls, role, packet.data, describes)


def _written(cls: type[Published], role: str, data: Mapping[str, Any], describes: bool) -> Maker:
    plain = all(isinstance(value, int | float | str | None) for value in data.values())

    def publish(timer: Timer, remaining: int, world: World, risen: bool = False, /) -> None:
        fields = dict(data) if plain else thaw(data)
        if describes:
            fields["timer"] = TimerFacts(
                timer.kind, timer.source, timer.level, timer.duration, remaining, risen
            )
        if role == "enactor":
            event = cls(timer.owner, **fields)
        else:
            event = cls(timer.source, **{role: timer.owner}, **fields)
        event._origin = timer.origin
        world.publish(event)

    def publish_alone(timer: Timer, remaining: int, world: World, risen: bool = False, /) -> None:
        event = cls(timer.owner)
        event._origin = timer.origin
        world.publish(event)

    return publish_alone if role == "enactor" and not (describes or data) else publish
