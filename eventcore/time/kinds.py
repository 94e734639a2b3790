"""Kinds of timer: what a timer publishes and when, as data, and the packets made of it.

Nothing here is a callable, so a timer can be saved with the world whole: it says
which events to publish by their types' names and their fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

import attrs
import msgspec

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import TimerError
from eventcore.event import Action, Broadcast, Change, Event, Notice, Published
from eventcore.event_types import heard_types
from eventcore.schema.encoding import encode
from eventcore.schema.fixed import freeze, thaw
from eventcore.text import short_number, short_repr
from eventcore.time.units import MOST

if TYPE_CHECKING:
    from eventcore.time.wheel import Timer
    from eventcore.world import World


class Maker(Protocol):
    """Makes and publishes the event of a moment of a timer."""

    def __call__(self, timer: Timer, remaining: int, world: World, risen: bool = False, /) -> None:
        """Publish the event.

        Args:
            timer: The timer.
            remaining: How many turns are left.
            world: The world.
            risen: Whether the timer has become more intense by being started again.
        """


class Stacking(Enum):
    """Says what becomes of a timer that is started again while it runs."""

    REFRESH = "refresh"
    """It counts anew, unless more is left than the new duration, and its start is told again.

    Of two levels the higher stands."""
    EXTEND = "extend"
    """It lasts longer by the new duration."""
    INTENSIFY = "intensify"
    """Its level rises by the new one's, and it is refreshed."""
    IGNORE = "ignore"
    """It goes on, and the new one is refused as ``"already"``."""


@attrs.frozen
class Packet:
    """An event to publish, by type and data.

    Raises ``TimerError`` for a type in place of its name.

    Attributes:
        event: The name of its type; some component of the world hears that type.
        data: Its fields, roles left out, as JSON has them. Kept as a fixed table; an event
            gets dicts and lists of its own.
        role: The role the timer's owner plays; by default the second, where there is
            one. The enactor is then whoever began the timer.
    """

    event: str
    data: Mapping[str, Any] = attrs.field(factory=dict)
    role: str = ""

    def __attrs_post_init__(self) -> None:
        if type(self.event) is not str:
            shown = getattr(self.event, "__name__", short_repr(self.event))
            raise TimerError(f"Packet({shown}): give the name of the event's type, as a text")
        object.__setattr__(self, "data", freeze(self.data))


@attrs.frozen
class TimerKind:
    """Says what a kind of timer publishes, and how it stacks.

    Attributes:
        start: Published when a timer starts.
        tick: Published each turn it lasts. Only timers that have it are looked at
            every turn.
        half: Published with the tick that leaves half of the duration, rounded down.
        end: Published after the last tick, in the same turn.
        stacking: What becomes of one that is started again.
        most: The highest level to which it intensifies.
    """

    start: Packet | None = None
    tick: Packet | None = None
    half: Packet | None = None
    end: Packet | None = None
    stacking: Stacking = Stacking.REFRESH
    most: int = 1_000


@attrs.frozen
class TimerFacts:
    """Tells an event of a timer about that timer, in a field called ``timer``.

    Attributes:
        kind: Which kind it is of.
        source: Who began it; may be gone by now.
        level: How intense it is, from 1.
        duration: How many turns it lasts in all.
        remaining: How many are left: at a tick that of this turn included, at half
            time and at the end not.
        risen: At a start, whether the timer ran already and is more intense now; otherwise False.
    """

    kind: str
    source: Entity
    level: int
    duration: int
    remaining: int
    risen: bool = False


class Makers:
    """A kind's packets as functions that make and publish the event of a moment.

    Attributes:
        start: For the start; None where nothing is published.
        tick: For a tick.
        half: For half time.
        end: For the end.
        only_ends: Whether nothing is published but at the end, and perhaps at the start.
    """

    __slots__ = ("end", "half", "only_ends", "start", "tick")

    def __init__(self, name: str, kind: TimerKind, components: Iterable[type[Component]]) -> None:
        """Check the packets against the events that a world's components hear.

        Raises:
            TimerError: A packet does not fit its event; the message names kind, moment and reason.
        """
        known = heard_types(tuple(components))
        _check_kind(f"timer kind {name!r}", name, kind)

        def maker(moment: str, packet: Packet | None) -> Maker | None:
            where = f"timer kind {name!r}, {moment}"
            return None if packet is None else _maker(where, packet, known)

        self.start: Maker | None = maker("start", kind.start)
        self.tick: Maker | None = maker("tick", kind.tick)
        self.half: Maker | None = maker("half", kind.half)
        self.end: Maker | None = maker("end", kind.end)
        self.only_ends: bool = self.tick is self.half is None and self.end is not None


def _check_kind(where: str, name: object, kind: object) -> None:
    """Refuse what a save would not give back, and what would pass for something else."""
    if type(name) is not str:
        raise TimerError(f"{where}: give it a name that is a text")
    if not isinstance(kind, TimerKind):
        raise TimerError(f"{where} is {short_repr(kind)}: give a TimerKind")
    if type(kind.most) is not int or not 1 <= kind.most < MOST:
        shown = short_number(kind.most) if type(kind.most) is int else repr(kind.most)
        raise TimerError(
            f"{where}: most={shown}: a level is a whole number, from 1, and less than 2 to the 53rd"
        )
    stacking: object = kind.stacking
    if not isinstance(stacking, Stacking):
        ways = ", ".join(map(str, Stacking))
        raise TimerError(f"{where}: stacking={short_repr(stacking)}: give one of {ways}")
    for moment in ("start", "tick", "half", "end"):
        packet = getattr(kind, moment)
        if not (packet is None or isinstance(packet, Packet)):
            raise TimerError(f"{where}, {moment}: give a Packet in place of {short_repr(packet)}")


def _maker(where: str, packet: Packet, known: Mapping[str, list[type[Event]]]) -> Maker:
    found = known.get(packet.event, [])
    if len(found) != 1:
        how = "no component of this world hears" if not found else "there are two events called"
        raise TimerError(f"{where}: {how} {packet.event!r}")
    cls = found[0]
    if not issubclass(cls, Action | Change | Notice | Broadcast):
        raise TimerError(f"{where}: {packet.event} is a Query, which nothing publishes")
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
    """Refuse data that a save, which has the kinds, would not give back as it is."""
    try:
        again = msgspec.json.decode(encode(value))
    except TypeError as error:
        raise TimerError(f"{where}: {error}") from None
    if again != value:
        raise TimerError(
            f"{where}: a save would read {short_repr(value)} back as {short_repr(again)}; give it "
            "as JSON has it"
        )


def _written(cls: type[Published], role: str, data: Mapping[str, Any], told: bool) -> Maker:
    """Give a function that makes and publishes the event, with little left to decide."""
    plain = all(isinstance(value, int | float | str | None) for value in data.values())

    def publish(timer: Timer, remaining: int, world: World, risen: bool = False, /) -> None:
        fields = dict(data) if plain else thaw(data)
        if told:
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

    return publish_alone if role == "enactor" and not (told or data) else publish
