"""The ``@handles`` decorator, and the handlers that component classes declare with it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial, partialmethod
from types import CellType
from typing import Any, Final, Literal, TypeVar

import attrs

from eventcore.errors import RegistrationError
from eventcore.event import Action, Change, Event, Query, check_event_type, check_role
from eventcore.phase import COMMIT, REACT, describe, is_priority, standard_phase

Via = Literal["self", "owner", "world"]

M = TypeVar("M", bound=Callable[[Any, Any, Any], None])
_MARK: Final = "_eventcore_handles_"


@attrs.frozen(eq=False)
class Handler:
    """A method of a component class that handles events of one type and its subclasses.

    Attributes:
        priority: A number from 1 to 1000. Handlers with low priorities run first.
        role: The role that the entity must play. World rules ignore this role.
        always: Whether the handler also runs for events that were refused.
        index: The handler's position in its class. Handlers of equal priority run in this order.
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
        """The handler's name in chains and messages, such as ``Body.take_damage``."""
        return f"{self.component.__name__}.{self.name}"

    @property
    def effective(self) -> bool:
        """Whether this handler can carry out an Action or Change by itself."""
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
    """Declare that a method of a component handles events of one type and its subclasses.

    The method takes ``(self, event, world)`` and returns nothing. To handle several types, add
    a decorator for each type to the method, and annotate the event as ``Arrive | Depart``.

    Args:
        kind: The event type.
        priority: A phase such as ``VALIDATE``, or a number from 1 to 1000; low numbers run first.
            The default is ``REACT``. For an Action, Change or Query, a priority is required.
        role: The role that the entity must play. The default is the enactor, or the second role
            of a Change that has two or more roles. A Broadcast ignores the role.
        via: ``"self"`` if the component's own entity must play the role, ``"owner"`` if the
            entity's owner must play it, or ``"world"`` for a world rule, which runs once per event.
        always: Whether the method also runs for failed and replaced events.
    """
    check_event_type("@handles", kind)
    if priority is None:
        # REACT is not the default here: a handler at REACT does not carry out an Action or Change.
        if issubclass(kind, Action | Change):
            raise RegistrationError(
                f"@handles({kind.__name__}): give the phase of the handler: VALIDATE to refuse "
                "the event, APPLY to change state, or REACT to respond to changes"
            )
        priority = REACT
    if not is_priority(priority):
        raise RegistrationError(
            f"@handles({kind.__name__}, {priority!r}): the priority must be a whole number from 1 "
            "to 1000; use a phase such as VALIDATE or APPLY"
        )
    if issubclass(kind, Query) and priority >= COMMIT:
        raise RegistrationError(
            f"@handles({kind.__name__}, {priority}): queries run only above the commit line; "
            f"use a priority below {COMMIT}, such as MODIFY"
        )
    if role is not None:
        check_role("@handles", kind, role)
    if via not in ("self", "owner", "world"):
        raise RegistrationError(
            f"@handles({kind.__name__}, via={via!r}): via must be 'self', 'owner' or 'world'"
        )
    if via == "world" and role not in (None, "enactor"):
        raise RegistrationError(
            f"@handles({kind.__name__}, via='world', role={role!r}): a world rule runs for "
            "all entities; leave out the role"
        )
    if role is None:
        second = via != "world" and issubclass(kind, Change) and len(kind._roles_) > 1
        role = kind._roles_[1 if second else 0]

    def mark(method: M) -> M:
        body = sys._getframe(1).f_locals  # the names defined so far in the class
        name = getattr(method, "__name__", "")
        full = f"{body.get('__qualname__')}.{name}"
        if getattr(method, "__qualname__", "") == full and callable(body.get(name)):
            raise RegistrationError(
                f"{full}: this class already has a method of this name, which would be lost: give "
                "each handler its own name"
            )
        # Python applies the lowest decorator first, so the new handler goes before the others.
        declared = Handler(object, "", kind, priority, role, via, always, 0, method)
        setattr(method, _MARK, (declared, *getattr(method, _MARK, ())))
        return method

    return mark


def read_handlers(owner: type) -> tuple[Handler, ...]:
    """Return a component class's handlers in order of definition, with inherited handlers first.

    A method that overrides a handler takes the position of that handler. If the method has no
    ``@handles``, it also inherits the event type, priority and role.
    """
    marks: dict[str, tuple[Handler, ...]] = {}
    for cls in reversed(owner.__mro__):
        marks |= {n: getattr(value, _MARK) for n, value in vars(cls).items() if _is_marked(value)}
    handlers: list[Handler] = []
    for name, declared in marks.items():
        function = getattr(owner, name)
        _check_signature(owner, name, function)
        for position, new in enumerate(declared):
            for old in declared[:position]:
                related = issubclass(old.kind, new.kind) or issubclass(new.kind, old.kind)
                if related and (old.role, old.via) == (new.role, new.via):
                    raise RegistrationError(
                        f"{owner.__name__}.{name} would handle {new.kind.__name__} twice in the "
                        f"role {new.role!r}: remove one of the method's @handles decorators, or "
                        "write two methods"
                    )
            place = len(handlers)
            handlers.append(
                attrs.evolve(new, component=owner, name=name, index=place, function=function)
            )
    return tuple(handlers)


def refuse_hidden_handlers(owner: type) -> None:
    """Raise RegistrationError if a decorator or descriptor above ``@handles`` hides a handler."""
    for cls in owner.__mro__:
        if "_handlers_" in vars(cls):  # its handlers have already been checked
            continue
        for name, value in vars(cls).items():
            if not _is_marked(value) and any(map(_is_marked, _functions_in(value))):
                raise RegistrationError(
                    f"{owner.__name__}.{name} hides a handler, which would never run: a handler "
                    "must be a plain method, with @handles above all its other decorators"
                )


def _is_marked(value: object) -> bool:
    return bool(getattr(value, _MARK, None))


def _check_signature(owner: type, name: str, function: Callable[..., None]) -> None:
    given = inspect.getattr_static(owner, name)
    if isinstance(given, staticmethod) or not inspect.isfunction(function):
        raise RegistrationError(
            f"{owner.__name__}.{name} is not a plain method: a handler must be a method that "
            "takes (self, event, world)"
        )
    check_runs(given, f"{owner.__name__}.{name}", "a handler ends when it returns")
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        raise RegistrationError(
            f"{owner.__name__}.{name}{inspect.signature(function)}: a handler takes "
            "(self, event, world)"
        ) from None


_WRAPPED = ("fget", "fset", "fdel", "__func__", "func", "cell_contents")


def _functions_in(value: object) -> list[object]:
    found = [value]
    for holder in found:  # the list grows during the loop
        if hasattr(type(holder), "__get__") or isinstance(holder, partial | CellType):
            inner = [*(getattr(holder, "__closure__", None) or ())]
            inner += getattr(holder, "__dict__", {}).values()
            for name in _WRAPPED:
                with suppress(ValueError):  # an empty closure cell raises this error
                    inner.append(getattr(holder, name, None))
            found += [thing for thing in inner if not any(thing is other for other in found)]
    return found


def check_runs(function: object, name: str, why: str) -> None:
    """Raise RegistrationError if calling a function would only create a coroutine or generator."""
    met = [function]
    for called in met:  # the list grows during the loop
        is_partial = isinstance(called, partial | partialmethod)
        inner = getattr(called, "func" if is_partial else "__wrapped__", None)
        if inner is not None and not any(inner is other for other in met):
            met.append(inner)
    calls = [inspect.getattr_static(type(function), "__call__", None) for function in met]
    kinds = (inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction)
    if any(is_kind(called) for called in (*met, *calls) for is_kind in kinds):
        raise RegistrationError(
            f"{name} would not run when it is called: {why}; remove async and yield; to continue "
            "later, schedule an event"
        )
