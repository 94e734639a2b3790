"""The five kinds of event, and the roles that decide which entities handle an event.

Handlers can fail or replace an Action, Change or Broadcast. A Query can fail, but a Notice
cannot. The bus stores its data about an event in slots whose names begin with an underscore.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, TypeVar, dataclass_transform

import attrs

from eventcore.attrs_wrappers import declare, explain_missing_decorator, lacks_decorator, write_init
from eventcore.copies import Uncopied
from eventcore.errors import DispatchError, RegistrationError
from eventcore.outcome import CONTINUE, DONE, FAILED, REPLACED, Outcome

if TYPE_CHECKING:
    from eventcore.entity import Entity
    from eventcore.handler import Handler

_ROLE: Final = "eventcore.role"

TURN: Final = 100  # the default number of time units in a turn, and the default cost of an action
SCHEDULED: Final = -1  # the sequence number of a scheduled event until it is published

T = TypeVar("T", bound="Event")


def role(*, default: Any = attrs.NOTHING) -> Any:
    """Declare a role: a field for an entity that handles the event. The default may be None."""
    return attrs.field(default=default, metadata={_ROLE: True})


@dataclass_transform(eq_default=False, field_specifiers=(role, attrs.field))
def event(cls: type[T]) -> type[T]:
    """Declare an event type: convert the class to a slotted attrs class.

    The constructor takes the enactor, then the other fields in order. Two events are never equal.
    """
    name = cls.__name__
    if not hasattr(cls, "_roles_"):
        raise RegistrationError(
            f"@event is only for event types: derive {name} from Action, Change, Notice, Query or "
            "Broadcast"
        )
    made = declare(cls, "event")
    write_init(made)
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)  # type: ignore[arg-type]  # an attrs class
    made._roles_ = tuple(field.name for field in fields if field.metadata.get(_ROLE))
    if made._roles_[:1] != ("enactor",):
        raise RegistrationError(
            f"{name}.enactor: the enactor is already the first role; do not declare it again"
        )
    if "world" in made._roles_:
        raise RegistrationError(
            f"{name}.world: a role cannot be called 'world', because via='world' stands for "
            "world rules; choose another name"
        )
    if made._everyone_ and len(made._roles_) > 1:
        raise RegistrationError(
            f"{name}.{made._roles_[1]}: every entity handles a broadcast, so its only role is the "
            f"enactor; declare a plain field, {made._roles_[1]}: Entity"
        )
    return made


def is_class_of(thing: object, base: type) -> bool:
    """Return whether an object is a class derived from the given base class."""
    return isinstance(thing, type) and issubclass(thing, base)


def is_declared(kind: type) -> bool:
    """Return whether an event class itself has the ``@event`` decorator."""
    return getattr(kind, "_declared_", None) is kind


def check_event_type(call: str, thing: object) -> None:
    """Raise RegistrationError unless the argument of a call is a declared event type."""
    shown = thing.__name__ if isinstance(thing, type) else repr(thing)
    if not is_class_of(thing, Event):
        raise RegistrationError(
            f"{call}({shown}): pass an event class, derived from Action, Change, Notice, Query or "
            "Broadcast"
        )
    if not is_declared(thing):  # type: ignore[arg-type]  # thing is a class
        raise RegistrationError(f"{call}({shown}): {lacks_decorator(thing, 'event')}")  # type: ignore[arg-type]


def check_role(call: str, kind: type[Event], role: str) -> None:
    """Raise RegistrationError unless the event type passed to a call has the given role."""
    if role not in kind._roles_:
        hint = f"; to make the field a role, declare {role}: Entity = role()"
        raise RegistrationError(
            f"{call}({kind.__name__}, role={role!r}): the event has no such role; "
            f"it has {', '.join(kind._roles_)}{hint if role in kind._fields_ else ''}"
        )


@event
class Event(Uncopied):
    """An object that passes through a chain of handlers. An event can be published only once.

    Attributes:
        enactor: The entity that causes the event. The enactor is always the first role.
    """

    _roles_: ClassVar[tuple[str, ...]] = ()
    _fields_: ClassVar[tuple[str, ...]] = ()
    _declared_: ClassVar[type]
    _everyone_: ClassVar[bool] = False
    _packed_: ClassVar[bool] = True
    _setup_: ClassVar[str] = ""  # for error messages: how to add the event's world rule
    _of_root_: ClassVar[bool] = False  # whether the enactor is always the root
    _all_needed_: ClassVar[bool] = False  # whether the event fails if any entity has left
    _inputs_: ClassVar[tuple[str, ...]] = ()  # fields that debug mode checks, fixed after APPLY

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
        """The current outcome: *continue* until the event is done or refused."""
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
        """The reason code of a failed event, or None."""
        return getattr(self, "_reason", None)

    @property
    def failed_by(self) -> Handler | None:
        """The handler that refused or replaced the event, or None."""
        return getattr(self, "_by", None)

    @property
    def replacement(self) -> Event | None:
        """The event that was published in place of this event, or None."""
        return getattr(self, "_replacement", None)

    @property
    def sequence(self) -> int:
        """The event's number in the order of publication, or 0 if it has not been published yet."""
        return max(0, self._sequence)

    @property
    def cause(self) -> Event | None:
        """The event whose chain published this event, or None."""
        return self._cause

    @property
    def origin(self) -> int:
        """The sequence number of the event that scheduled this event or started its timer, or 0.

        The origin may differ from the ``cause``: the cause of a timer's event is a ``Tick``.
        """
        return getattr(self, "_origin", 0)

    @property
    def depth(self) -> int:
        """The number of causes above this event: its cause, the cause of its cause, and so on."""
        return self._depth

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name, '?')!r}" for name in self._fields_)
        why = f" ({self.reason})" if self._outcome is FAILED else ""
        return f"<{name_of(self)} {self._outcome.value}{why} {values}>"


@event
class _Failable(Event):
    def fail(self, reason: str) -> None:
        """Fail the event. After this, only handlers with ``always=True`` run.

        The reason is a code such as ``"wall"``, not a sentence. Only the first call has an effect.

        Raises:
            DispatchError: The event has crossed the commit line, or the reason is not a str.
        """
        if self._outcome is CONTINUE and isinstance(reason, str):
            self._outcome = FAILED
            self._reason = reason
        elif self._refusable("fail"):
            # Without this check, a wrong type would cause an error only when a journal is read.
            raise DispatchError(f'fail({reason!r}) on {name_of(self)}: give a str, such as "wall"')

    def _refusable(self, verb: str) -> bool:
        if self._outcome is DONE:
            raise DispatchError(
                f"{verb}() on {self!r}, which has crossed the commit line: "
                "refuse it in a handler with a lower priority (AIM, VALIDATE or MODIFY)"
            )
        return self._outcome is CONTINUE


@event
class Query(_Failable):
    """A question to pass to ``world.ask``. Handlers answer a query by changing its fields.

    All handlers of a query run above the commit line. A query has no sequence number, and is
    neither recorded nor observed.
    """


@event
class Notice(Event):
    """A message that tells the entities in its roles what has happened. A notice cannot fail."""

    def fail(self, reason: str) -> NoReturn:
        """Raise DispatchError, because a notice cannot fail."""
        raise DispatchError(
            f"fail({reason!r}) on {name_of(self)}: a Notice cannot fail; to refuse it, derive "
            f"{type(self).__name__} from Action or Change, or refuse the event that publishes it"
        )


@event
class _Refusable(_Failable):
    def replace(self, replacement: Action | Change | Broadcast) -> None:
        """Replace the event with another event, which the bus publishes when the handler returns.

        This event becomes the cause of the replacement, and fails if the replacement fails.

        Raises:
            DispatchError: This event has crossed the commit line, or the replacement has already
                been published or is not an Action, Change or Broadcast.
        """
        given: object = replacement
        if not isinstance(given, _Refusable) or given._outcome is not CONTINUE:
            raise DispatchError(
                f"replace({replacement!r}): pass an Action, Change or Broadcast that has not "
                "been published; the bus will publish it"
            )
        if self._refusable("replace"):
            self._outcome = REPLACED
            self._replacement = replacement


@event
class Action(_Refusable):
    """An attempt by the enactor to do something.

    An action fails if its enactor has left the world, or if no handler resolves or applies it.
    """

    _cost: int = attrs.field(init=False)

    @property
    def cost(self) -> int:
        """The time that the enactor spends on the action, in units of the agenda.

        Handlers may set the cost. The default is 100 for an action that is done, and 0 for an
        action that has failed. If another action replaces this action, both cost the same.
        """
        outcome = self._outcome
        if outcome is not DONE:  # an action that was replaced is never done
            replacement = getattr(self, "_replacement", None)
            if isinstance(replacement, Action):
                return replacement.cost
        return getattr(self, "_cost", 0 if outcome is FAILED else TURN)

    @cost.setter
    def cost(self, units: int) -> None:
        self._cost = units

    def fail(self, reason: str, *, cost: int = 0) -> None:
        """Fail the action, as ``Change.fail`` does. The enactor still spends ``cost`` units."""
        if self._outcome is CONTINUE and isinstance(reason, str):  # faster than _Failable.fail
            self._outcome = FAILED
            self._reason = reason
            self._cost = cost
        else:
            _Failable.fail(self, reason)


@event
class Change(_Refusable):
    """A change to the entity in the second role, or to the enactor if there is no second role.

    A change fails if the changed entity has left the world, or no handler resolves or applies it.
    """


@event
class Broadcast(_Refusable):
    """An event for all entities that handle it, such as the tick of a clock.

    The only role of a broadcast is the enactor, usually ``world.root``. If one handler fails the
    broadcast, it fails for all entities.
    """

    _everyone_: ClassVar[bool] = True


for _kind in (Event, Query, Notice, Action, Change, Broadcast):
    explain_missing_decorator(_kind, "event")


Published = Action | Change | Notice | Broadcast


def name_of(event: Event) -> str:
    """Return the type and number of an event, such as ``Move #7``."""
    number = f" #{event._sequence}" if event._sequence > 0 else ""
    return f"{type(event).__name__}{number}"


def cascade(last: Event) -> str:
    """Return an event and its causes as a line of text. A long line is shortened in the middle."""
    found: dict[Event, str] = {}
    link: Event | None = last
    while link is not None and link not in found:  # a query asked twice may be its own cause
        found[link] = name_of(link)
        link = link._cause
    names = [*found.values()]
    if len(names) > 12:
        names[8:-3] = [f"… {len(names) - 11} more …"]
    return " ← ".join(names)
