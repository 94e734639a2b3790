"""Events: mutable packets of five kinds, and the roles that route them.

Handlers may fail or replace an Action, Change or Broadcast; they can only cut a Query short, and
cannot refuse a Notice at all. The bus keeps its own records in underscored slots, which handlers
read through properties.
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
"""The units of time in a turn by default, and the default cost of an action."""

SCHEDULED: Final = -1
"""The sequence number of an event that waits to be published."""

T = TypeVar("T", bound="Event")


def role(*, default: Any = attrs.NOTHING) -> Any:
    """Declare a role: a field with an entity whose handlers hear the event.

    ``role(default=None)`` may stay empty.
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
    """Declare an event type: a slotted attrs class with roles.

    Fields are positional, in the order declared, after ``enactor``. Events have no comparison and
    no validators, since every publish would pay for them.

    Args:
        cls: The class; both ``@event`` and ``@event(shuffled="activation")`` work.
        shuffled: For a Broadcast, the name of a random stream: each step at APPLY or later visits
            the entities in an order drawn from it, not in order of id. Subclasses inherit it.

    Raises:
        RegistrationError: The class does not derive from an event kind, a field has a reserved
            name, a Broadcast has a second role, or ``shuffled`` is not the name of a stream or
            the class is not a Broadcast.
    """
    if cls is None:
        return lambda made: _make(made, shuffled)
    return _make(cls, shuffled)


def _make(cls: type[T], shuffled: str | None) -> type[T]:
    name = cls.__name__
    if not hasattr(cls, "_roles_"):
        raise RegistrationError(
            f"@event is for event types, and {name} is not one: "
            "derive it from Action, Change, Notice, Query or Broadcast"
        )
    if shuffled is not None:
        if not is_broadcast(cls):
            raise RegistrationError(
                f"@event(shuffled={shuffled!r}): only a Broadcast visits its entities in random "
                f"order; derive {name} from Broadcast, or leave out shuffled"
            )
        if type(shuffled) is not str or not shuffled:
            raise RegistrationError(
                f"@event(shuffled={shuffled!r}) on {name}: give the name of the stream that the "
                'order is drawn from, such as shuffled="activation"'
            )
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
            f"{name}.enactor: every event has it as its first role; do not declare it again"
        )
    if "world" in made._roles_:
        raise RegistrationError(
            f"{name}.world: a role cannot be called 'world', which stands for the "
            "world's rules; name it after its part in the event"
        )
    if is_broadcast(made) and len(made._roles_) > 1:
        raise RegistrationError(
            f"{name}.{made._roles_[1]}: every entity hears a broadcast, whatever its part in it; "
            f"declare a plain field, {made._roles_[1]}: Entity"
        )
    if shuffled is not None:
        made._shuffled_ = shuffled
    return made


def is_broadcast(kind: type) -> bool:
    """Return whether every entity hears events of a type."""
    return getattr(kind, "_everyone_", False)


def is_class_of(thing: object, base: type) -> bool:
    """Return whether an object is a class derived from a base."""
    return isinstance(thing, type) and issubclass(thing, base)


def is_declared(kind: type) -> bool:
    """Return whether an event class itself has the decorator ``@event``, not only its parent."""
    return getattr(kind, "_declared_", None) is kind


def check_event_type(call: str, thing: object) -> None:
    """Check an argument of a call that must be a declared event type.

    Raises:
        RegistrationError: It is something else.
    """
    if is_class_of(thing, Event) and is_declared(thing):  # type: ignore[arg-type]  # a class
        return
    shown = thing.__name__ if isinstance(thing, type) else repr(thing)
    if is_class_of(thing, Event):
        raise RegistrationError(f"{call}({shown}): {lacks_decorator(thing, 'event')}")  # type: ignore[arg-type]
    remedy = ""
    if isinstance(thing, Event):
        remedy = f"; give its class, {type(thing).__name__}"
    elif isinstance(thing, type):
        remedy = "; derive it from Action, Change, Notice, Query or Broadcast"
    raise RegistrationError(f"{call}({shown}): that is not an event type{remedy}")


@event
class Event:
    """A packet that travels down a chain of handlers and back to its publisher.

    An event can be published once. Its outcome is *continue* until a handler above the commit line
    makes it *failed* or *replaced*, or it crosses that line and is *done*.

    Attributes:
        enactor: The entity that brings the event about; always the first role.
    """

    _roles_: ClassVar[tuple[str, ...]] = ()
    _fields_: ClassVar[tuple[str, ...]] = ()
    _declared_: ClassVar[type]
    _everyone_: ClassVar[bool] = False
    _shuffled_: ClassVar[str] = ""
    _setup_: ClassVar[str] = ""
    """How to add the world rule without which the event is a mistake, for the error message."""

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
        """The outcome so far."""
        return self._outcome

    @property
    def done(self) -> bool:
        """Whether the event has crossed the commit line, so that it happens."""
        return self._outcome is DONE

    @property
    def failed(self) -> bool:
        """Whether the event, or its replacement, was refused."""
        return self._outcome is FAILED

    @property
    def reason(self) -> str | None:
        """The code given to ``fail``, or the bus's own; None unless the event failed."""
        return getattr(self, "_reason", None)

    @property
    def failed_by(self) -> Handler | None:
        """The handler that failed or replaced the event; None if the bus did."""
        return getattr(self, "_by", None)

    @property
    def replacement(self) -> Event | None:
        """The event that was published in place of this one, if any."""
        return getattr(self, "_replacement", None)

    @property
    def sequence(self) -> int:
        """The number that the world gave the event when it was published; 0 before."""
        return max(0, self._sequence)

    @property
    def cause(self) -> Event | None:
        """The event in whose chain this one was published; None for the first."""
        return self._cause

    if not TYPE_CHECKING:  # rules read causes often, and this needs no Python frame
        cause = property(attrgetter("_cause"), doc=cause.__doc__)

    @property
    def origin(self) -> int:
        """The sequence number of the event that began a long effect; 0 if there is none.

        Timers and scheduled events set it, since their cause is only the Tick of the turn.
        """
        return getattr(self, "_origin", 0)

    @property
    def depth(self) -> int:
        """The number of causes above the event."""
        return self._depth

    __deepcopy__ = copy_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise CopyError(
            "an event cannot be copied or pickled, since the records of the bus would be copied "
            f"too: construct another {type(self).__name__} from its fields"
        )

    def __repr__(self) -> str:
        cls = type(self)
        values = ", ".join(f"{name}={getattr(self, name, '?')!r}" for name in cls._fields_)
        why = f" ({self.reason})" if self._outcome is FAILED else ""
        return f"<{name_of(self)} {self._outcome.value}{why} {values}>"

    def _refusable(self, verb: str) -> bool:
        """Return whether the event can still be refused; the first refusal counts.

        Raises:
            DispatchError: The event has crossed the commit line.
        """
        if self._outcome is DONE:
            raise DispatchError(
                f"{verb}() on {self!r}, which has crossed the commit line: "
                "refuse in a handler of a lower priority (AIM, VALIDATE or MODIFY)"
            )
        return self._outcome is CONTINUE


@event
class _Failable(Event):
    def fail(self, reason: str) -> None:
        """Refuse the event; only above the commit line. The handlers that follow do not run.

        Args:
            reason: A code such as ``"wall"``, not a sentence. The first refusal counts.

        Raises:
            DispatchError: The event has crossed the commit line, or the reason is not a str.
        """
        if self._outcome is CONTINUE:
            if not isinstance(reason, str):
                _refuse_reason(self, reason)
            self._outcome = FAILED
            self._reason = reason
        else:
            self._refusable("fail")


@event
class Query(_Failable):
    """A question that handlers answer by changing it, such as a stat; ask it with ``world.ask``.

    Its handlers all run above the commit line. It has no sequence number, and is neither recorded
    nor observed.
    """


@event
class Notice(Event):
    """A fact for the entities it concerns. It cannot fail."""


@event
class _Refusable(_Failable):
    def replace(self, replacement: Action | Change | Broadcast) -> None:
        """Have the bus publish another event in place of this one.

        This event is the cause of the replacement, and fails if the replacement does.

        Raises:
            DispatchError: The event has crossed the commit line, or the replacement is not an
                unused Action, Change or Broadcast.
        """
        fit: object = replacement
        if not isinstance(fit, _Refusable) or fit._outcome is not CONTINUE:
            raise DispatchError(
                f"replace({replacement!r}): give an Action, Change or Broadcast that was never "
                "published; the bus publishes it"
            )
        if self._refusable("replace"):
            self._outcome = REPLACED
            self._replacement = replacement


@event
class Action(_Refusable):
    """An attempt of its enactor. It fails if the enactor is gone or no handler carries it out."""

    _cost: int = attrs.field(init=False)

    @property
    def cost(self) -> int:
        """The time that the action takes its enactor, in units of the agenda.

        By default 100 for a done action and 0 for a refused one; handlers may set it. An action
        replaced by another costs the same as that one.
        """
        outcome = self._outcome
        if outcome is not DONE:  # a done action was not replaced
            replacement = getattr(self, "_replacement", None)
            if isinstance(replacement, Action):
                return replacement.cost
        return getattr(self, "_cost", 0 if outcome is FAILED else TURN)

    @cost.setter
    def cost(self, units: int) -> None:
        self._cost = units

    def fail(self, reason: str, *, cost: int = 0) -> None:
        """Refuse the action; only above the commit line.

        Args:
            reason: A code such as ``"wall"``, not a sentence. The first refusal counts.
            cost: The time that the attempt takes anyway, in units of the agenda.

        Raises:
            DispatchError: The event has crossed the commit line, or the reason is not a str.
        """
        if self._outcome is CONTINUE:  # written out again: a call of super() would cost more
            if not isinstance(reason, str):
                _refuse_reason(self, reason)
            self._outcome = FAILED
            self._reason = reason
            self._cost = cost
        else:
            self._refusable("fail")


@event
class Change(_Refusable):
    """Something that happens to an entity, even if its enactor is gone by now.

    It happens to the entity in the second role, or to the enactor if that role is missing or empty.
    """


@event
class Broadcast(_Refusable):
    """Something that every entity with a handler hears: a tick, the weather, a step of a model.

    Its only role is the enactor, usually ``world.root``. A refusal counts for all entities at once;
    a broadcast without handlers is done.
    """

    _everyone_: ClassVar[bool] = True


for _kind in (Event, Query, Notice, Action, Change, Broadcast):
    explain_missing_decorator(_kind, "event")


def _refuse_reason(event: Event, reason: object) -> NoReturn:
    # Otherwise the error would come only when a journal with the event is read.
    raise DispatchError(f'fail({reason!r}) on {name_of(event)}: give a str, such as "wall"')


Published: TypeAlias = Action | Change | Notice | Broadcast
"""The events that a world publishes: all but queries."""


def name_of(event: Event) -> str:
    """Return an event's type and sequence number, if it has one: ``Move #7``."""
    number = f" #{event._sequence}" if event._sequence > 0 else ""
    return f"{type(event).__name__}{number}"


def cascade(last: Event) -> str:
    """Return an event and its causes on one line; a long middle is cut."""
    names: list[str] = []
    met: set[Event] = set()  # a query asked again in its own chain is its own cause
    link: Event | None = last
    while link is not None and link not in met:
        names.append(name_of(link))
        met.add(link)
        link = link._cause
    if len(names) > 12:
        names[8:-3] = [f"… {len(names) - 11} more …"]
    return " ← ".join(names)
