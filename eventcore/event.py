"""Events: mutable objects of five kinds, and the roles that decide which entities handle them.

Handlers may fail or replace an Action, Change or Broadcast. They can only end a Query early, and
cannot refuse a Notice. The bus stores its own data about an event in slots whose names begin with
an underscore; handlers read these slots through properties.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, dataclass_transform, overload

import attrs

from eventcore.attrs_wrappers import declare, explain_missing_decorator, lacks_decorator, write_init
from eventcore.copies import Packed
from eventcore.errors import DispatchError, RegistrationError
from eventcore.outcome import CONTINUE, DONE, FAILED, REPLACED, Outcome

if TYPE_CHECKING:
    from eventcore.entity import Entity
    from eventcore.handler import Handler

_ROLE: Final = "eventcore.role"

TURN: Final = 100
"""The default number of time units in a turn, and the default cost of an action."""

SCHEDULED: Final = -1
"""The sequence number of a scheduled event until it is published."""

T = TypeVar("T", bound="Event")


def role(*, default: Any = attrs.NOTHING) -> Any:
    """Declare a role: a field for an entity whose handlers are called with the event.

    A role with ``default=None`` may be left empty.
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

    The constructor takes the enactor, then the fields in order. Two events are never equal.

    Args:
        cls: The class; both ``@event`` and ``@event(shuffled="activation")`` work.
        shuffled: For a Broadcast, the name of a random stream. Each step at APPLY or later goes
            through the entities in an order drawn from this stream. Subclasses inherit the name.

    Raises:
        RegistrationError: The class cannot be an event type, or ``shuffled`` is invalid for it.
    """
    return (lambda made: _make(made, shuffled)) if cls is None else _make(cls, shuffled)


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
    made, fields = declare(cls, "event")
    write_init(made, fields)
    made._roles_ = tuple(field.name for field in fields if field.metadata.get(_ROLE))
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
            f"{name}.{made._roles_[1]}: every entity hears a broadcast, so its only role is the "
            f"enactor; declare a plain field, {made._roles_[1]}: Entity"
        )
    if shuffled is not None:
        made._shuffled_ = shuffled
    return made


def is_broadcast(kind: type) -> bool:
    """Return whether a class is a type of Broadcast, which all entities handle."""
    return getattr(kind, "_everyone_", False)


def is_class_of(thing: object, base: type) -> bool:
    """Return whether an object is a class that is derived from the given base class."""
    return isinstance(thing, type) and issubclass(thing, base)


def is_declared(kind: type) -> bool:
    """Return whether an event class itself, not only a parent, has the decorator ``@event``."""
    return getattr(kind, "_declared_", None) is kind


def check_event_type(call: str, thing: object) -> None:
    """Raise RegistrationError with the call's name unless the object is a declared event type."""
    if is_class_of(thing, Event):
        if not is_declared(thing):  # type: ignore[arg-type]  # a class
            name = thing.__name__  # type: ignore[attr-defined]
            raise RegistrationError(f"{call}({name}): {lacks_decorator(thing, 'event')}")  # type: ignore[arg-type]
        return
    shown, remedy = repr(thing), ""
    if isinstance(thing, Event):
        remedy = f"; give its class, {type(thing).__name__}"
    elif isinstance(thing, type):
        shown = thing.__name__
        remedy = "; derive it from Action, Change, Notice, Query or Broadcast"
    raise RegistrationError(f"{call}({shown}): that is not an event type{remedy}")


def check_role(call: str, kind: type[Event], role: str) -> None:
    """Raise a RegistrationError that names the call unless the event type has the given role."""
    if role not in kind._roles_:
        raise RegistrationError(
            f"{call}({kind.__name__}, role={role!r}): the event has no such role; "
            f"it has {', '.join(kind._roles_)}"
        )


@event
class Event(Packed):
    """An object that passes through a chain of handlers and returns to its publisher.

    An event can be published only once. Its outcome is *continue* until a handler above the commit
    line fails or replaces the event, or until the event crosses that line and is *done*.

    Attributes:
        enactor: The entity that causes the event; always the first role.
    """

    _roles_: ClassVar[tuple[str, ...]] = ()
    _fields_: ClassVar[tuple[str, ...]] = ()
    _declared_: ClassVar[type]
    _everyone_: ClassVar[bool] = False
    _shuffled_: ClassVar[str] = ""
    _setup_: ClassVar[str] = ""
    """The advice in the error message if the world rule for the event was never added."""

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
        """The current outcome."""
        return self._outcome

    @property
    def done(self) -> bool:
        """Whether the event has crossed the commit line."""
        return self._outcome is DONE

    @property
    def failed(self) -> bool:
        """Whether the event, or its replacement, was refused."""
        return self._outcome is FAILED

    @property
    def reason(self) -> str | None:
        """The code given to ``fail`` or set by the bus; None unless the event failed."""
        return getattr(self, "_reason", None)

    @property
    def failed_by(self) -> Handler | None:
        """The handler that failed or replaced the event, or None if no handler did."""
        return getattr(self, "_by", None)

    @property
    def replacement(self) -> Event | None:
        """The event that was published instead of this event, if it was replaced."""
        return getattr(self, "_replacement", None)

    @property
    def sequence(self) -> int:
        """The number that the event got when it was published, or 0 before that."""
        return max(0, self._sequence)

    @property
    def cause(self) -> Event | None:
        """The event in whose chain this event was published, if any."""
        return self._cause

    if not TYPE_CHECKING:  # rules read causes often, so avoid a Python frame
        cause = property(attrgetter("_cause"), doc=cause.__doc__)

    @property
    def origin(self) -> int:
        """The sequence number of the event that scheduled this event or started its timer, or 0.

        The ``cause`` of such an event is only the Tick of the turn.
        """
        return getattr(self, "_origin", 0)

    @property
    def depth(self) -> int:
        """The number of events in the chain of causes above this event."""
        return self._depth

    _remedy_ = (
        "an event cannot be copied or pickled, since the records of the bus would be copied "
        "too: construct another {0.__class__.__name__} from its fields"
    )

    def __repr__(self) -> str:
        cls = type(self)
        values = ", ".join(f"{name}={getattr(self, name, '?')!r}" for name in cls._fields_)
        why = f" ({self.reason})" if self._outcome is FAILED else ""
        return f"<{name_of(self)} {self._outcome.value}{why} {values}>"


@event
class _Failable(Event):
    def fail(self, reason: str) -> None:
        """Fail the event. The remaining handlers do not run, except those with ``always=True``.

        Args:
            reason: A code such as ``"wall"``, not a sentence. Only the first call counts.

        Raises:
            DispatchError: The event has crossed the commit line, or the reason is not a str.
        """
        if self._outcome is CONTINUE and isinstance(reason, str):
            self._outcome = FAILED
            self._reason = reason
        else:
            self._check_failure(reason)

    def _check_failure(self, reason: object) -> None:
        if self._refusable("fail"):
            # Otherwise the error would be raised only when a journal with the event is read.
            raise DispatchError(f'fail({reason!r}) on {name_of(self)}: give a str, such as "wall"')

    def _refusable(self, verb: str) -> bool:
        """Return whether the event can still be refused; raise DispatchError if it is done."""
        if self._outcome is DONE:
            raise DispatchError(
                f"{verb}() on {self!r}, which has crossed the commit line: "
                "refuse in a handler of a lower priority (AIM, VALIDATE or MODIFY)"
            )
        return self._outcome is CONTINUE


@event
class Query(_Failable):
    """A question, asked with ``world.ask``. Handlers answer it by changing its fields.

    All of its handlers run above the commit line. It has no sequence number and is neither
    recorded nor observed.
    """


@event
class Notice(Event):
    """A message that tells the entities in its roles about a fact. It cannot fail."""


@event
class _Refusable(_Failable):
    def replace(self, replacement: Action | Change | Broadcast) -> None:
        """Replace the event with another event, which the bus publishes when the handler returns.

        This event becomes the cause of the replacement, and fails if the replacement fails.

        Raises:
            DispatchError: The event has crossed the commit line, or the replacement is not an
                unused Action, Change or Broadcast.
        """
        given: object = replacement
        if not isinstance(given, _Refusable) or given._outcome is not CONTINUE:
            raise DispatchError(
                f"replace({replacement!r}): give an Action, Change or Broadcast that was never "
                "published; the bus publishes it"
            )
        if self._refusable("replace"):
            self._outcome = REPLACED
            self._replacement = replacement


@event
class Action(_Refusable):
    """An attempt by the enactor. It fails if the enactor is gone or no handler applies it."""

    _cost: int = attrs.field(init=False)

    @property
    def cost(self) -> int:
        """The time that the enactor spends on the action, in units of the agenda.

        By default a done action costs 100 and a refused action 0; handlers may set the cost. An
        action that was replaced by another action costs the same as the replacement.
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
        """Fail the action like ``Change.fail``. The enactor still spends ``cost`` units of time."""
        if self._outcome is CONTINUE and isinstance(reason, str):  # super() would take longer
            self._outcome = FAILED
            self._reason = reason
            self._cost = cost
        else:
            self._check_failure(reason)


@event
class Change(_Refusable):
    """A change to the entity in the second role, or to the enactor if there is no second role.

    It fails if that entity has left the world. An enactor that only causes the change may be gone.
    """


@event
class Broadcast(_Refusable):
    """An event for all entities that handle it, such as a tick, the weather or a model's step.

    Its only role is the enactor, usually ``world.root``. If one entity refuses the broadcast, it
    fails for all. A broadcast that no entity handles is *done*.
    """

    _everyone_: ClassVar[bool] = True


for _kind in (Event, Query, Notice, Action, Change, Broadcast):
    explain_missing_decorator(_kind, "event")


Published = Action | Change | Notice | Broadcast
"""The kinds of event that can be published. A Query can only be asked."""


def name_of(event: Event) -> str:
    """Return an event's type and sequence number, such as ``Move #7``."""
    number = f" #{event._sequence}" if event._sequence > 0 else ""
    return f"{type(event).__name__}{number}"


def cascade(last: Event) -> str:
    """Return an event and its causes on one line. If there are many, leave out the middle."""
    names: list[str] = []
    met: set[Event] = set()  # a query that is asked again in its own chain is its own cause
    link: Event | None = last
    while link is not None and link not in met:
        names.append(name_of(link))
        met.add(link)
        link = link._cause
    if len(names) > 12:
        names[8:-3] = [f"… {len(names) - 11} more …"]
    return " ← ".join(names)
