"""Kinds of timer: the events that a timer publishes, as plain data and as functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs
import msgspec

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import TimerError
from eventcore.event import Action, Broadcast, Change, Event, Notice, Published
from eventcore.schema.fixed import freeze, thaw
from eventcore.text import short_number, short_repr
from eventcore.time.units import LIMIT
from eventcore.time.wheel import Timer

if TYPE_CHECKING:
    from eventcore.world import World

_MOMENTS: Final = ("start", "tick", "half", "end")
Maker = Callable[..., None]
"""Publishes a timer's event: (timer, remaining turns, world, whether the level has risen)."""


class Stacking(Enum):
    """The effect of starting a timer while a timer of its kind runs."""

    REFRESH = "refresh"
    """Restart it, unless more turns are left than the new duration; keep the higher level."""
    EXTEND = "extend"
    """Add the new duration."""
    INTENSIFY = "intensify"
    """Add the new level, then refresh."""
    IGNORE = "ignore"
    """Refuse the new timer as ``"already"``."""


@attrs.frozen
class Packet:
    """An event that a timer publishes.

    Raises a TimerError if the event is given as a type, not as its name.

    Attributes:
        event: The name of an event type that a component of the world handles.
        data: The values of its fields, as JSON; copied for each event.
        role: The role of the timer's owner; by default the second role, or the only role. Unless
            this is the enactor, the entity that started the timer enacts the event.
    """

    event: str
    data: Mapping[str, Any] = attrs.field(factory=dict)
    role: str = ""

    def __attrs_post_init__(self) -> None:
        if type(self.event) is not str:
            shown = getattr(self.event, "__name__", short_repr(self.event))
            raise TimerError(f"Packet({shown}): give the name of the event's type, as a str")
        object.__setattr__(self, "data", freeze(self.data))


@attrs.frozen
class TimerKind:
    """The events that a kind of timer publishes, and how it stacks.

    Attributes:
        start: Published when a timer starts.
        tick: Published each turn.
        half: Published with the tick that leaves half of the duration, rounded down.
        end: Published after the last tick, in the same turn.
        stacking: The effect of starting a timer while a timer of its kind runs.
        most: The highest level.
    """

    start: Packet | None = None
    tick: Packet | None = None
    half: Packet | None = None
    end: Packet | None = None
    stacking: Stacking = Stacking.REFRESH
    most: int = 1_000


@attrs.frozen
class TimerFacts:
    """Describes a timer to its events, in their field ``timer``.

    Attributes:
        kind: The name of its kind.
        source: The entity that started it, which may have left the world.
        level: Its level, from 1.
        duration: Its whole duration, in turns.
        remaining: The turns left; at a tick, including this turn.
        risen: Whether a start raised the level of a running timer; False at other moments.
    """

    kind: str
    source: Entity
    level: int
    duration: int
    remaining: int
    risen: bool = False


class Makers:
    """The functions that publish a kind's packets; None for moments without a packet."""

    start: Maker | None
    tick: Maker | None
    half: Maker | None
    end: Maker | None

    def __init__(self, name: str, kind: TimerKind, components: tuple[type[Component], ...]) -> None:
        """Raise a TimerError if a packet does not fit the events that the components handle."""
        _check_kind(f"timer kind {name!r}", name, kind)
        for moment in _MOMENTS:
            where, packet = f"timer kind {name!r}, {moment}", getattr(kind, moment)
            maker = None if packet is None else _maker(where, packet, _types_handled(components))
            setattr(self, moment, maker)


@lru_cache(maxsize=4)  # the worlds of a game have the same components
def _types_handled(components: tuple[type[Component], ...]) -> Mapping[str, list[type[Event]]]:
    known: dict[str, list[type[Event]]] = {}
    for kind in dict.fromkeys(each.kind for cls in components for each in cls._handlers_):
        known.setdefault(kind.__name__, []).append(kind)
    return known


def check_number(name: str, value: object, least: int = 1 - LIMIT) -> None:
    """Raise a TimerError unless the value is a whole number from ``least``."""
    if type(value) is not int or not least <= value < LIMIT:
        shown = short_number(value) if type(value) is int else repr(value)
        raise TimerError(f"{name}={shown}: give a whole number from 1, below 2**53")


def _check_kind(where: str, name: object, kind: object) -> None:
    if type(name) is not str:
        raise TimerError(f"{where}: the name must be a str")
    if not isinstance(kind, TimerKind):
        raise TimerError(f"{where} is {short_repr(kind)}: give a TimerKind")
    check_number(f"{where}: most", kind.most, 1)
    stacking: object = kind.stacking
    if not isinstance(stacking, Stacking):
        ways = ", ".join(map(str, Stacking))
        raise TimerError(f"{where}: stacking={short_repr(stacking)}: give one of {ways}")
    for moment in _MOMENTS:
        packet = getattr(kind, moment)
        if not (packet is None or isinstance(packet, Packet)):
            raise TimerError(f"{where}, {moment}: give a Packet in place of {short_repr(packet)}")


def _maker(where: str, packet: Packet, known: Mapping[str, list[type[Event]]]) -> Maker:
    found = known.get(packet.event, [])
    if len(found) != 1:
        how = "no component of this world handles" if not found else "there are two events called"
        raise TimerError(f"{where}: {how} {packet.event!r}")
    cls = found[0]
    if not issubclass(cls, Action | Change | Notice | Broadcast):
        raise TimerError(f"{where}: {packet.event} is a Query, which cannot be published")
    role = packet.role or cls._roles_[:2][-1]
    if role not in cls._roles_:
        raise TimerError(f"{where}: {packet.event} has no role {role!r}")
    fields = {field.alias: field for field in attrs.fields(cls) if field.init}  # type: ignore[arg-type]  # made by attrs
    for key in packet.data:
        if key not in fields or key in cls._roles_ or key == "timer":
            raise TimerError(f"{where}: {packet.event} has no field {key!r} to give data for")
        _check_saved(f"{where}: {packet.event}.{key}", thaw(packet.data[key]))
    given = {"enactor", role, "timer", *packet.data}
    for key, field in fields.items():
        if field.default is attrs.NOTHING and key not in given:
            raise TimerError(f"{where}: {packet.event} needs {key!r}: give it in the data")
    return _written(cls, role, packet.data, "timer" in fields)


def _check_saved(where: str, value: Any) -> None:
    try:
        same = msgspec.json.decode(msgspec.json.encode(value)) == value
    except (TypeError, ValueError, RecursionError):
        same = False
    if not same:
        raise TimerError(
            f"{where}: a save could not read {short_repr(value)} back; give plain JSON data"
        )


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
