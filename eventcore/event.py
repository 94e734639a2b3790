"""Events: the mutable packets, their five kinds, and the roles that route them.

What a kind may do is decided here and nowhere else: an Action and a Change may
be failed or replaced, and so may a Broadcast, which everyone hears; a Query may only
be cut short, a Notice cannot be refused at all. The bus keeps the bookkeeping in
underscored slots, which handlers read through properties and cannot assign.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NoReturn,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    dataclass_transform,
    overload,
)

import attrs

from eventcore.attrs_wrappers import (
    define,
    explain_missing_decorator,
    lacks_decorator,
    refuse_hiding,
    refuse_lost_fields,
    write_init,
)
from eventcore.copies import copy_in_packets
from eventcore.errors import CopyError, DispatchError, RegistrationError
from eventcore.outcome import CONTINUE, DONE, FAILED, REPLACED, Outcome

if TYPE_CHECKING:
    from eventcore.entity import Entity
    from eventcore.handler import Handler

_ROLE: Final = "eventcore.role"

TURN: Final = 100
"""A turn, in units of time; what an action costs unless something says otherwise."""

SCHEDULED: Final = -1
"""The number of an event that waits to be published."""

T = TypeVar("T", bound="Event")


def role(*, default: Any = attrs.NOTHING) -> Any:
    """Declare a field that holds an entity the event is routed to.

    Args:
        default: ``None`` for a role that may stay empty; omitted, it must be given.
    """
    return attrs.field(default=default, metadata={_ROLE: True})


@overload
def event(cls: type[T]) -> type[T]: ...


@overload
def event(*, shuffled: str) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(eq_default=False, field_specifiers=(role, attrs.field))
def event(
    cls: type[T] | None = None, *, shuffled: str | None = None
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a slotted attrs class of an event type and learn its roles.

    Fields are positional, in the order declared, after ``enactor``. There are
    no comparisons and no validators: both would be paid for at each publish.

    Args:
        cls: The class; ``@event`` and ``@event(shuffled="activation")`` both work.
        shuffled: For a Broadcast: the name of the stream from which each step at APPLY or later
            draws the order in which it goes through the entities. Without it they hear in the
            order of their ids. Subclasses have it from their parent.

    Raises:
        RegistrationError: The class is no Event, one of its fields takes a name
            that has a meaning already, it is a Broadcast with another role, or it is to be
            shuffled and is no Broadcast, or by what is no name of a stream.
    """
    if cls is None:
        return lambda made: _make(made, shuffled)
    return _make(cls, shuffled)


def _make(cls: type[T], shuffled: str | None) -> type[T]:
    if not hasattr(cls, "_roles_"):
        raise RegistrationError(
            f"@event is for events, and {cls.__name__} is none: "
            "derive it from Action, Change, Notice, Query or Broadcast"
        )
    if shuffled is not None:
        _check_shuffled(cls, shuffled)
    made = define(cls, repr=False)
    refuse_lost_fields(made, "event")
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)  # type: ignore[arg-type]  # made by attrs
    write_init(made, fields)
    made._roles_ = tuple(field.name for field in fields if field.metadata.get(_ROLE))
    made._fields_ = tuple(field.name for field in fields if not field.name.startswith("_"))
    made._declared_ = made
    refuse_hiding(cls, made._fields_)
    if made._roles_[:1] != ("enactor",):
        raise RegistrationError(
            f"{cls.__name__}.enactor: every event has it, as its first role; "
            "do not declare it again"
        )
    if "world" in made._roles_:
        raise RegistrationError(
            f"{cls.__name__}.world: a role cannot be called 'world', which stands for the "
            "world's rules; name it after what it does in the event"
        )
    if is_broadcast(made) and len(made._roles_) > 1:
        raise RegistrationError(
            f"{cls.__name__}.{made._roles_[1]}: a broadcast is heard by everyone, whatever they "
            f"play in it; declare it as a plain field, {made._roles_[1]}: Entity"
        )
    if shuffled is not None:
        made._shuffled_ = shuffled
    return made


def _check_shuffled(cls: type[Event], stream: object) -> None:
    """Refuse an order of chance where nobody is gone through, or one from no stream."""
    if not is_broadcast(cls):
        raise RegistrationError(
            f"@event(shuffled={stream!r}): {cls.__name__} is heard by those in its roles, in an "
            "order of its own; derive it from Broadcast, or leave out shuffled"
        )
    if type(stream) is not str or not stream:
        raise RegistrationError(
            f"@event(shuffled={stream!r}) on {cls.__name__}: give the name of the stream that the "
            'order is drawn from, such as shuffled="activation"'
        )


def is_broadcast(kind: type) -> bool:
    """Say whether events of a type are heard by everyone."""
    return getattr(kind, "_everyone_", False)


def is_class_of(thing: object, base: type) -> bool:
    """Say whether something a caller passed is a class, and one of this base."""
    return isinstance(thing, type) and issubclass(thing, base)


def no_type(thing: object, remedy: str = "") -> str:
    """Say of something a caller passed as an event type that it is none, and what to do."""
    if isinstance(thing, type) and issubclass(thing, Event) and not is_declared(thing):
        return lacks_decorator(thing, "event")
    if isinstance(thing, Event):
        remedy = f"give its class, {type(thing).__name__}"
    return f"that is no event type{remedy and f'; {remedy}'}"


def is_declared(kind: type) -> bool:
    """Say whether an event class went through ``@event`` itself, not only its parent."""
    return getattr(kind, "_declared_", None) is kind


@event
class Event:
    """A packet that travels down a chain of handlers and back to its publisher.

    Life cycle: constructed, published once, *continue* above the commit line,
    then *done*; or *failed* or *replaced* by a handler above the line.

    Attributes:
        enactor: Who brings the event about; always the first role.
    """

    _roles_: ClassVar[tuple[str, ...]] = ()
    _fields_: ClassVar[tuple[str, ...]] = ()
    _declared_: ClassVar[type]
    _everyone_: ClassVar[bool] = False
    _shuffled_: ClassVar[str] = ""

    enactor: Entity = role()
    _outcome: Outcome = attrs.field(default=CONTINUE, init=False)
    _sequence: int = attrs.field(default=0, init=False)
    _cause: Event | None = attrs.field(default=None, init=False)
    _depth: int = attrs.field(default=0, init=False)
    _reason: str = attrs.field(init=False)
    _by: Handler | None = attrs.field(init=False)
    _replacement: Event = attrs.field(init=False)
    _origin: int = attrs.field(init=False)

    @property
    def outcome(self) -> Outcome:
        """What has become of the event so far."""
        return self._outcome

    @property
    def done(self) -> bool:
        """True once the event has crossed the commit line: it happened."""
        return self._outcome is DONE

    @property
    def failed(self) -> bool:
        """True when the event was refused, or what replaced it was."""
        return self._outcome is FAILED

    @property
    def reason(self) -> str | None:
        """The reason code of a failed event, else None."""
        return getattr(self, "_reason", None)

    @property
    def failed_by(self) -> Handler | None:
        """The handler that failed or replaced the event; None where the bus did."""
        return getattr(self, "_by", None)

    @property
    def replacement(self) -> Event | None:
        """The event that was published in place of this one, if any."""
        return getattr(self, "_replacement", None)

    @property
    def sequence(self) -> int:
        """The number the world gave the event when it was published; 0 before."""
        return max(0, self._sequence)

    if TYPE_CHECKING:

        @property
        def cause(self) -> Event | None:
            """The event in whose chain this one was published; None for the first."""

    else:  # the same, without a frame of Python's
        cause = property(
            attrgetter("_cause"),
            doc="The event in whose chain this one was published; None for the first.",
        )

    @property
    def origin(self) -> int:
        """The number of the event that began what this one is part of; 0 where there is none.

        What goes on for longer than its turn, a timer or a cloud, gives it to the
        events it publishes: their cause is the turn's Tick.
        """
        return getattr(self, "_origin", 0)

    @property
    def depth(self) -> int:
        """How many causes lie above the event."""
        return self._depth

    __deepcopy__ = copy_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: what the bus keeps of it would be copied as well.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            f"an event cannot be copied or pickled: make another, {type(self).__name__}(…), of the "
            "fields of this one"
        )

    def __repr__(self) -> str:
        cls = type(self)
        values = ", ".join(f"{name}={getattr(self, name, '?')!r}" for name in cls._fields_)
        why = f" ({self.reason})" if self._outcome is FAILED else ""
        return f"<{name_of(self)} {self._outcome.value}{why} {values}>"

    def _refusable(self, verb: str) -> bool:
        """Say whether a refusal counts; the first outcome stands, so a second does not."""
        if self._outcome is DONE:
            raise DispatchError(
                f"{verb}() on {self!r}, which has crossed the commit line: "
                "refuse in a handler of a lower priority (AIM, VALIDATE or MODIFY)"
            )
        return self._outcome is CONTINUE


@event
class Query(Event):
    """A question, asked with ``world.ask`` and answered by the handlers adding to it.

    It runs only above the commit line, has no sequence number and is not
    recorded or observed. A stat is a Query.
    """

    def fail(self, reason: str) -> None:
        """Cut the question short: the handlers that follow are not asked.

        Raises:
            DispatchError: The reason is no text.
        """
        if self._refusable("fail"):
            if not isinstance(reason, str):
                _refuse_reason(self, reason)
            self._outcome = FAILED
            self._reason = reason


@event
class Notice(Event):
    """A fact, told to whom it concerns. It cannot fail."""


@event
class _Refusable(Event):
    """What an Action and a Change have in common: both may be refused."""

    def fail(self, reason: str) -> None:
        """Refuse the event, as long as it has not crossed the commit line.

        Args:
            reason: A code such as ``"wall"``; prose is for whoever reports it.

        Raises:
            DispatchError: The commit line is crossed, or the reason is no text.
        """
        if self._outcome is CONTINUE:
            if not isinstance(reason, str):
                _refuse_reason(self, reason)
            self._outcome = FAILED
            self._reason = reason
        else:
            self._refusable("fail")

    def replace(self, replacement: Action | Change | Broadcast) -> None:
        """Turn the event into another, which the bus publishes in its place.

        The replacement has this event as its cause; if it fails, so does this one.

        Raises:
            DispatchError: The commit line is crossed, or the replacement is no Action,
                Change or Broadcast, or was used already.
        """
        fit: object = replacement
        if not isinstance(fit, _Refusable) or fit._outcome is not CONTINUE:
            raise DispatchError(
                f"replace({replacement!r}): it takes an Action, Change or Broadcast that was not "
                "used before, and publishes it itself"
            )
        if self._refusable("replace"):
            self._outcome = REPLACED
            self._replacement = replacement


@event
class Action(_Refusable):
    """Someone means to do something. It may be refused; the dead do not act."""

    _cost: int = attrs.field(init=False)

    @property
    def cost(self) -> int:
        """What the action takes of its enactor's time, in units of the agenda.

        One that is done takes 100, which is a turn unless a world has turns of another length,
        one that is refused nothing, unless a handler says otherwise; one that is replaced takes
        what its replacement does, if that is an action.
        """
        outcome = self._outcome
        if outcome is not DONE:  # else nothing took its place
            replacement = getattr(self, "_replacement", None)
            if isinstance(replacement, Action):
                return replacement.cost
        return getattr(self, "_cost", 0 if outcome is FAILED else TURN)

    @cost.setter
    def cost(self, units: int) -> None:
        self._cost = units

    def fail(self, reason: str, *, cost: int = 0) -> None:
        """Refuse the action, as long as it has not crossed the commit line.

        Args:
            reason: A code such as ``"wall"``; prose is for whoever reports it.
            cost: What the attempt takes all the same, in units of the agenda.

        Raises:
            DispatchError: The commit line is crossed, or the reason is no text.
        """
        if self._outcome is CONTINUE:
            if not isinstance(reason, str):
                _refuse_reason(self, reason)
            self._outcome = FAILED
            self._reason = reason
            self._cost = cost
        else:
            self._refusable("fail")


@event
class Change(_Refusable):
    """Something happens to something, even if its enactor is gone by now.

    The one it happens to is the role declared after the enactor, or the enactor
    where there is no other. It may be lessened or refused.
    """


@event
class Broadcast(_Refusable):
    """Something that everyone hears: a tick, the weather, an alarm, a step of a model.

    Every entity that has a handler for it hears it in one publish, whoever enacts it; its only
    role is the enactor, usually ``world.root``. It may be refused, for everyone at once. Where
    nobody hears it, it is done.
    """

    _everyone_: ClassVar[bool] = True


for _kind in (Event, Query, Notice, Action, Change, Broadcast):
    explain_missing_decorator(_kind, "event")


def _refuse_reason(event: Event, reason: object) -> NoReturn:
    """Refuse to refuse for what is no text: a journal of events that has it cannot be read."""
    raise DispatchError(f'fail({reason!r}) on {name_of(event)}: a reason is a text, such as "wall"')


Published: TypeAlias = Action | Change | Notice | Broadcast
"""What a world publishes; a Query it is asked."""


def name_of(event: Event) -> str:
    """Write an event's type and, where it has one, its number."""
    number = f" #{event._sequence}" if event._sequence > 0 else ""
    return f"{type(event).__name__}{number}"


def cascade(last: Event) -> str:
    """Write the causes of an event on one line, the event first, long middles cut."""
    names: list[str] = []
    met: set[Event] = set()  # a question that was asked again in its own chain causes itself
    link: Event | None = last
    while link is not None and link not in met:
        names.append(name_of(link))
        met.add(link)
        link = link._cause
    if len(names) > 12:
        names[8:-3] = [f"… {len(names) - 11} more …"]
    return " ← ".join(names)
