"""Create chains for debug mode, which run the plain loop with checks around each call."""

from __future__ import annotations

import warnings
from _thread import get_ident
from collections.abc import Iterable, Sequence
from functools import partial
from inspect import isawaitable, isgenerator
from typing import Any, Final, NoReturn

from eventcore.component import Component
from eventcore.dispatch import loop, rules
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.order import Plan
from eventcore.entity import Chain
from eventcore.errors import DispatchError, RegistrationError, StateError
from eventcore.event import Event, Query, cascade
from eventcore.handler import Handler
from eventcore.outcome import UNHANDLED
from eventcore.phase import APPLY, REACT, standard_phase
from eventcore.schema.values import refuse_unwritable
from eventcore.tap import Tap

_MANY: Final = 50  # warn after 50 missed events; correct handlers miss up to 25 before they run


def debug_chain(
    plan: Plan,
    taps: Sequence[Tap],
    observed: bool,
    guard: Guard,
    classes: Iterable[type[Component]],
) -> Chain:
    """Create a function that runs a plan with checks. ``classes`` are the component classes."""
    subscribers = [h for cls in classes for h in cls._handlers_ if issubclass(plan.kind, h.kind)]
    ineffective = plan.idle and not any(handler.effective for handler in subscribers)
    fields = tuple(name for name in plan.kind._fields_ if name not in plan.kind._roles_)
    call = partial(_checked_call, guard)
    by_role = [h for h in subscribers if h.via != "world" and len(h.kind._roles_) > 1]

    def publish(event: Any, world: Any) -> Any:
        check(event, world)
        outermost = world._current is None
        if outermost:
            guard.begin_dispatch(world)
            guard.set_readable(False)
        loop.publish(plan, event, world, taps, observed, call)
        if ineffective and event.reason == UNHANDLED and not (event.failed_by or event.replacement):
            _refuse_ineffective(plan.kind, subscribers)
        if by_role and not guard.ran.issuperset(by_role):
            _check_roles(guard, event, by_role, world)
        if outermost:
            guard.end_dispatch(world)
        return event

    def ask(query: Any, world: Any) -> Any:
        check(query, world)
        loop.ask(plan, query, world, call, taps)
        if by_role and not guard.ran.issuperset(by_role):
            _check_roles(guard, query, by_role, world)
        return query

    def check(event: Any, world: Any) -> None:
        if world._guard is not guard:
            rules.refuse_foreign(type(event))
        for name in fields:
            value = getattr(event, name, None)
            if value.__class__ is str and not value.isascii():
                refuse_unwritable(event, name)
            rules.refuse_foreign_field(event, name, world._router)
        if world._current is None:
            world._thread = get_ident()
            guard.reset()

    return ask if issubclass(plan.kind, Query) else publish


def _refuse_ineffective(kind: type[Event], subscribers: Iterable[Handler]) -> NoReturn:
    late = [str(handler) for handler in subscribers if standard_phase(handler.priority) is REACT]
    name = kind.__name__
    remedy = f"write a handler with @handles({name}, APPLY), or add its component to the world"
    if late:
        remedy = f"{', '.join(late)} only reacts to applied events; move it to APPLY"
    raise RegistrationError(
        f"{name} has no effect, since no component of this world resolves or applies it: {remedy}"
    )


def _check_roles(guard: Guard, event: Any, handlers: Iterable[Handler], world: Any) -> None:
    """Warn about handlers that have never run because their entities have other roles."""
    unhandled = event.reason == UNHANDLED
    # An enactor often has a handler for events that other entities bring about. This is suspicious
    # only if no handler carries out the event.
    for role in event._roles_ if unhandled else event._roles_[1:] if event.done else ():
        entity = getattr(event, role)
        for handler in handlers if entity is not None else ():
            archetype = entity._archetype
            classes = archetype.own if handler.via == "self" else archetype.owned
            if handler in guard.ran or handler.role == role or handler.component not in classes:
                continue
            guard.missed[handler] += _MANY if unhandled and handler.effective else 1
            if guard.missed[handler] >= _MANY and handler.label not in world._router.muted:
                guard.ran.add(handler)  # warn only once
                _warn_about_role(handler, role, event)


def _warn_about_role(handler: Handler, role: str, event: Event) -> None:
    kind, code = type(event).__name__, handler.function.__code__
    message = (
        f"{handler} has never run: it handles {kind} for the {handler.role}, but "
        f"{handler.component.__name__} belongs to the {role} of {cascade(event)}"
        f"{', which is unhandled' if event.reason else ''}. Write role={role!r} in @handles, or "
        f"check the order of the entities in {kind}(…)"
    )
    warnings.warn_explicit(message, RuntimeWarning, code.co_filename, code.co_firstlineno)


def _checked_call(guard: Guard, handler: Handler, method: Any, event: Any, world: Any) -> None:
    roles = {role: getattr(event, role) for role in event._roles_}
    before = guard.open, guard.running
    guard.open, guard.running = handler.priority >= APPLY, handler
    if len(roles) > 1:
        guard.ran.add(handler)
    try:
        if guard.open:
            _refuse_unfinished(handler, method(event, world))
        else:
            _call_reader(guard, handler, method, event, world)
        for role, entity in roles.items():
            if getattr(event, role) is not entity:
                raise DispatchError(
                    f"{handler} changed the role {role!r} of {event!r}: roles cannot change "
                    "during dispatch; call event.replace() with a new event instead"
                )
    finally:
        guard.open, guard.running = before


def _call_reader(guard: Guard, handler: Handler, method: Any, event: Any, world: Any) -> None:
    players = [getattr(event, role) for role in event._roles_]
    entities = dict.fromkeys((method.__self__._entity, *players))
    concerned = [entity for entity in entities if entity is not None]
    guard.containers.update(concerned)
    draws, sequence = world.draws(), world._sequence
    _refuse_unfinished(handler, method(event, world))
    if world._sequence != sequence:  # the handler published an event, which may have changed state
        return
    guard.compare(concerned, handler)
    if world.draws() != draws:
        raise StateError(
            f"{handler} drew a random number: draw at APPLY or later, so that a failed event "
            "leaves the streams unchanged"
        )


def _refuse_unfinished(handler: Handler, returned: object) -> None:
    if returned is not None and (isgenerator(returned) or isawaitable(returned)):
        close = getattr(returned, "close", None)
        if close is not None:
            close()  # otherwise Python warns that a coroutine was never awaited
        raise DispatchError(
            f"{handler} returned {returned!r}, so its body has not run: a handler must be a plain "
            "function; remove async and yield"
        )
