"""Debug mode's chains: the plain loop, with every check around each call.

The generated code is tested against it: both must give the same outcomes, calls
and order for any plan.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Iterable, Sequence
from inspect import isawaitable, isgenerator
from typing import Any

from eventcore.component import Component
from eventcore.dispatch import loop, rules
from eventcore.dispatch.foreign import holds_foreign
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.order import Plan
from eventcore.entity import Chain
from eventcore.errors import DispatchError, StateError
from eventcore.event import Event, Query
from eventcore.handler import Handler
from eventcore.outcome import UNHANDLED
from eventcore.phase import APPLY
from eventcore.schema.encoding import refuse_unwritable
from eventcore.tap import Tap


def debug_chain(
    plan: Plan,
    taps: Sequence[Tap],
    heard: bool,
    guard: Guard,
    classes: Iterable[type[Component]],
) -> Chain:
    """Give the checking counterpart of ``compile.compile_plan``; classes are all of the world's."""
    hopeless = plan.idle and not any(h.effective for h in rules.hearers(plan.kind, classes))

    def publish(event: Any, world: Any) -> Any:
        _refuse(event, world)
        outermost = world._current is None
        if outermost:
            guard.check(world)
            guard.remember(None)  # should the dispatch end in an error, nothing is known
        loop.publish(plan, event, world, taps, heard, _Checks(guard, event, world).call)
        if hopeless and _is_unhandled(event):
            rules.refuse_ineffective(plan.kind, classes)
        if outermost:
            guard.remember(world)
        return event

    def ask(query: Any, world: Any) -> Any:
        _refuse(query, world)
        loop.ask(plan, query, world, _Checks(guard, query, world).call, taps)
        return query

    fields = tuple(name for name in plan.kind._fields_ if name not in plan.kind._roles_)

    def _refuse(event: Any, world: Any) -> None:
        if world._guard is not guard:
            rules.refuse_foreign_event(event)
        rules.refuse_used(event)
        for name in fields:
            value = getattr(event, name, None)
            if value.__class__ is str and not value.isascii():
                refuse_unwritable(event, name)
            if holds_foreign(value, world._router):
                rules.refuse_foreign_field(event, name)
        if world._current is None:
            world._thread = get_ident()
            guard.reset()

    return ask if issubclass(plan.kind, Query) else publish


def _is_unhandled(event: Event) -> bool:
    """Say whether an event failed at its own commit line, for want of who would apply it."""
    return event.reason == UNHANDLED and event.failed_by is None and event.replacement is None


def _refuse_unfinished(handler: Handler, returned: object) -> None:
    """Refuse a handler that returned a coroutine or a generator instead of running."""
    if returned is not None and (isgenerator(returned) or isawaitable(returned)):
        close = getattr(returned, "close", None)
        if close is not None:
            close()  # or Python warns that it was never awaited
        raise DispatchError(
            f"{handler} returned {returned!r}, so its body has not run: a handler is done when it "
            "returns; leave out async and yield"
        )


def _draws(world: Any) -> list[int]:
    """Give how much was drawn from each stream: the same as ``world.draws()``, without names."""
    return [stream.draws for stream in world._streams.values()]


class _Checks:
    """The checks around each call of one event's chain."""

    def __init__(self, guard: Guard, event: Any, world: Any) -> None:
        self._guard = guard
        self._event = event
        self._world = world
        self._roles = [getattr(event, role) for role in event._roles_]

    def call(self, handler: Handler, method: Any) -> None:
        """Call a handler, and see that it changed nothing that it may not.

        Raises:
            StateError: The handler changed state or drew chance before APPLY.
            DispatchError: The handler changed a role of the event.
        """
        guard = self._guard
        before = guard.enter(handler, handler.priority >= APPLY)
        try:
            if handler.priority < APPLY:
                self._call_reader(handler, method)
            else:
                _refuse_unfinished(handler, method(self._event, self._world))
            self._check_roles(handler)
        finally:
            guard.leave(before)

    def _call_reader(self, handler: Handler, method: Any) -> None:
        """Call a handler that may change nothing itself, and see that it did not.

        What it published may have: then nobody can tell, and nothing is compared.
        """
        world, guard = self._world, self._guard
        concerned = dict.fromkeys((method.__self__._entity, *self._roles))
        concerned.pop(None, None)
        guard.look_before(concerned)
        draws, sequence = _draws(world), world._sequence
        _refuse_unfinished(handler, method(self._event, world))
        if world._sequence != sequence:
            guard.look_no_more()
            return
        guard.look_after(concerned, handler)
        if _draws(world) != draws:
            raise StateError(
                f"{handler} drew a random number: chance is drawn at APPLY or later, so that "
                "an event that fails leaves the streams as they were"
            )

    def _check_roles(self, handler: Handler) -> None:
        event = self._event
        for role, entity in zip(event._roles_, self._roles, strict=True):
            if getattr(event, role) is not entity:
                raise DispatchError(
                    f"{handler} changed the role {role!r} of {self._event!r}: roles are fixed "
                    "during dispatch; use event.replace() with an event that has the other role"
                )
