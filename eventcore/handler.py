"""Handlers: how a component says what it hears, and the table of each class.

Everything that can be wrong with a handler is refused here or in
``component.py``, before the first event is published.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, Literal, NoReturn, TypeVar, get_args

import attrs

from eventcore.callables import functions_in, runs_later
from eventcore.errors import RegistrationError
from eventcore.event import Action, Change, Event, Query, is_class_of, is_declared, no_type
from eventcore.phase import COMMIT, REACT, describe, is_priority, standard_phase

Via = Literal["self", "owner", "world"]
"""Whose role a handler hears: its own entity's, its owner's, or anyone's."""

M = TypeVar("M", bound=Callable[[Any, Any, Any], None])
_MARK: Final = "_eventcore_handles_"


@attrs.frozen
class Registration:
    """One ``@handles`` on a method, before its class is known."""

    kind: type[Event]
    priority: int
    role: str
    via: Via
    always: bool


@attrs.frozen(eq=False)
class Handler:
    """A method of a component class that hears an event type.

    Attributes:
        component: The component class.
        name: The method's name.
        kind: The event type; its subclasses are heard too.
        priority: 1 to 1000, low first.
        role: The role heard; without meaning for ``via="world"``.
        via: Whose role it is.
        always: Whether it runs on events that have failed as well.
        index: Its place in its class, the last tie-breaker but one.
        function: The method.
    """

    component: type
    name: str
    kind: type[Event]
    priority: int
    role: str
    via: Via
    always: bool
    index: int
    function: Callable[..., None]

    @property
    def label(self) -> str:
        """The name of the handler in chains and messages, ``Component.method``."""
        return f"{self.component.__name__}.{self.name}"

    @property
    def effective(self) -> bool:
        """Whether it resolves or applies what it hears: without one an Action comes to nothing."""
        below = self.priority >= COMMIT and standard_phase(self.priority) is not REACT
        return below and not self.always

    def __str__(self) -> str:
        return f"{self.label} ({describe(self.priority)})"


def handles(
    kind: type[Event],
    priority: int | None = None,
    *,
    role: str | None = None,
    via: Via = "self",
    always: bool = False,
) -> Callable[[M], M]:
    """Declare that a component's method hears an event type.

    The method takes ``(self, event, world)``, returns nothing, and stays of its own type: one
    that hears several types takes any of them, ``(self, event: Arrive | Depart, world)``.

    Args:
        kind: The event type; a handler of a class hears its subclasses.
        priority: When the handler runs: a phase, such as ``VALIDATE`` or ``APPLY``, or a whole
            number from 1 to 1000, low first. By default ``REACT``; an Action or Change needs one.
        role: The role that the entity must have in the event. By default it is the enactor's; of a
            Change with further roles it is the first of these, which the change happens to. It
            does not matter for a Broadcast, which every entity hears.
        via: ``"self"``: the component's own entity plays the role.
            ``"owner"``: whoever owns the component's entity plays it.
            ``"world"``: a world rule, which hears the event whoever plays what, once.
        always: Run on a failed or replaced event as well.

    Raises:
        RegistrationError: An argument cannot work; the message says why and
            how to mend it.
    """
    if not is_class_of(kind, Event):
        remedy = "derive it from Action, Change, Notice, Query or Broadcast"
        raise RegistrationError(f"@handles({kind!r}): {no_type(kind, remedy)}")
    if not is_declared(kind):
        raise RegistrationError(
            f"@handles({kind.__name__}): the class lacks its decorator; put @event above it"
        )
    if priority is None:
        # At REACT it would follow what no handler has applied, and the event would fail.
        if issubclass(kind, Action | Change):
            raise RegistrationError(
                f"@handles({kind.__name__}): give the phase the handler runs in: VALIDATE to "
                "refuse, APPLY to change state, REACT to follow what others have applied"
            )
        priority = REACT
    if not is_priority(priority):
        raise RegistrationError(
            f"@handles({kind.__name__}, {priority!r}): a priority is a whole number from 1 "
            "to 1000; use a phase such as VALIDATE or APPLY"
        )
    if issubclass(kind, Query) and priority >= COMMIT:
        raise RegistrationError(
            f"@handles({kind.__name__}, {priority}): a Query runs only above the commit line; "
            f"use a priority below {COMMIT}, such as MODIFY"
        )
    if role is not None and role not in kind._roles_:
        raise RegistrationError(
            f"@handles({kind.__name__}, role={role!r}): the event has no such role; "
            f"it has {', '.join(kind._roles_)}"
        )
    if via not in ("self", "owner", "world"):
        raise RegistrationError(
            f"@handles({kind.__name__}, via={via!r}): via is 'self', 'owner' or 'world'"
        )
    if via == "world" and role not in (None, "enactor"):
        raise RegistrationError(
            f"@handles({kind.__name__}, via='world', role={role!r}): a rule of the world hears "
            "the event whoever plays what; leave out the role"
        )
    if role is None:
        role = kind._roles_[0 if via == "world" else _usual_role(kind)]
    registration = Registration(kind, priority, role, via, always)

    def mark(method: M) -> M:
        # Decorators apply from the bottom up; the table reads from the top down.
        setattr(method, _MARK, (registration, *getattr(method, _MARK, ())))
        return method

    return mark


def _usual_role(kind: type[Event]) -> int:
    """Return the place of the role that a handler hears by default."""
    return 1 if issubclass(kind, Change) and len(kind._roles_) > 1 else 0


def read_handlers(owner: type) -> tuple[Handler, ...]:
    """Collect the handlers of a component class, its parents' first, in definition order.

    A method that overrides an inherited handler keeps the place and, unless it is
    decorated itself, the registration of the one it overrides.

    Raises:
        RegistrationError: A method has the wrong parameters, would hear one event
            twice in the same role, or hears one that it does not take.
    """
    marks: dict[str, tuple[Registration, ...]] = {}
    for cls in reversed(owner.__mro__):
        for name, value in vars(cls).items():
            found = getattr(value, _MARK, None)
            if found:
                marks[name] = found
    handlers: list[Handler] = []
    for name, registrations in marks.items():
        function = getattr(owner, name)
        _check_signature(owner, name, function)
        for position, new in enumerate(registrations):
            for old in registrations[:position]:
                _check_overlap(owner, name, old, new)
            _check_annotation(owner, name, new.kind, function)
            handlers.append(
                Handler(
                    owner,
                    name,
                    new.kind,
                    new.priority,
                    new.role,
                    new.via,
                    new.always,
                    len(handlers),
                    function,
                )
            )
    return tuple(handlers)


def refuse_hidden_handlers(owner: type) -> None:
    """Refuse a class in which something that is not a handler is wrapped around one.

    Raises:
        RegistrationError: The handler would hear nothing.
    """
    for cls in owner.__mro__:
        if "_handlers_" in vars(cls):  # it went through this before
            continue
        for name, value in vars(cls).items():
            if not getattr(value, _MARK, None) and any(
                getattr(wrapped, _MARK, None) for wrapped in functions_in(value)
            ):
                raise RegistrationError(
                    f"{owner.__name__}.{name} hides a handler, which would hear nothing: a handler "
                    "is a plain method, and @handles stands above all its other decorators"
                )


def _refuse_method(owner: type, name: str) -> NoReturn:
    raise RegistrationError(
        f"{owner.__name__}.{name} is not a plain method; a handler is one, "
        "taking (self, event, world)"
    )


def _check_signature(owner: type, name: str, function: Callable[..., None]) -> None:
    given = inspect.getattr_static(owner, name)
    if isinstance(given, staticmethod) or not inspect.isfunction(function):
        _refuse_method(owner, name)
    if runs_later(given):
        raise RegistrationError(
            f"{owner.__name__}.{name} would not run when it is called: a handler is done when "
            "it returns; leave out async and yield, and defer what is to come later"
        )
    if name.startswith("__"):
        raise RegistrationError(
            f"{owner.__name__}.{name}: a handler cannot be a special method; "
            "name it after what it does, as in stop_at_walls"
        )
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        raise RegistrationError(
            f"{owner.__name__}.{name}{inspect.signature(function)}: a handler takes "
            "(self, event, world)"
        ) from None


def _check_annotation(owner: type, name: str, kind: type, function: Callable[..., None]) -> None:
    """Refuse a method whose annotation says that it takes other events than it hears.

    Types cannot say it, since the method keeps its own. Names that are not of its module are taken
    at their word.
    """
    place = function.__code__.co_varnames[1:2]
    annotated = function.__annotations__.get("".join(place))
    if isinstance(annotated, str):
        there = function.__globals__
        taken: list[Any] = [there.get(one.strip()) for one in annotated.split("|")]
    else:
        taken = list(get_args(annotated)) or [annotated]
    if all(is_class_of(one, Event) for one in taken) and not issubclass(kind, tuple(taken)):
        said = " | ".join(one.__name__ for one in taken)
        raise RegistrationError(
            f"{owner.__name__}.{name} hears {kind.__name__} and takes {said}: annotate the event "
            f"as {kind.__name__} too, or hear what it takes"
        )


def _check_overlap(owner: type, name: str, old: Registration, new: Registration) -> None:
    related = issubclass(old.kind, new.kind) or issubclass(new.kind, old.kind)
    if related and (old.role, old.via) == (new.role, new.via):
        raise RegistrationError(
            f"{owner.__name__}.{name} would hear {new.kind.__name__} twice in the role "
            f"{new.role!r}: drop one of its two @handles, or write two methods"
        )
