"""Debug mode's chains: the plain loop, with every check around each call.

The generated code is tested against it: both must give the same outcomes, calls and order.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Iterable, Sequence
from inspect import isawaitable, isgenerator
from typing import Any

from eventcore.component import Component
from eventcore.dispatch import loop, rules
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
    plan: Plan, taps: Sequence[Tap], heard: bool, guard: Guard, classes: Iterable[type[Component]]
) -> Chain:
    """Create the checking counterpart of ``compile_plan``, given all classes of the world."""
    subscribers = rules.subscribers(plan.kind, classes)
    ineffective = plan.idle and not any(handler.effective for handler in subscribers)
    fields = tuple(name for name in plan.kind._fields_ if name not in plan.kind._roles_)

    def publish(event: Any, world: Any) -> Any:
        check(event, world)
        outermost = world._current is None
        if outermost:
            guard.check(world)
            guard.remember(None)  # if the dispatch ends in an error, nothing is known
        loop.publish(plan, event, world, taps, heard, _Checks(guard, event, world).call)
        if ineffective and _is_unhandled(event):
            rules.refuse_ineffective(plan.kind, classes)
        if outermost:
            guard.remember(world)
        return event

    def ask(query: Any, world: Any) -> Any:
        check(query, world)
        loop.ask(plan, query, world, _Checks(guard, query, world).call, taps)
        return query

    def check(event: Any, world: Any) -> None:
        if world._guard is not guard:
            rules.refuse_foreign_event(event)
        rules.refuse_used(event)
        for name in fields:
            value = getattr(event, name, None)
            if value.__class__ is str and not value.isascii():
                refuse_unwritable(event, name)
            if rules.holds_foreign(value, world._router):
                rules.refuse_foreign_field(event, name, world._router)
        if world._current is None:
            world._thread = get_ident()
            guard.reset()

    return ask if issubclass(plan.kind, Query) else publish


def _is_unhandled(event: Event) -> bool:
    """Return whether an event failed at its own commit line, because no handler applies it."""
    return event.reason == UNHANDLED and event.failed_by is None and event.replacement is None


def _refuse_unfinished(handler: Handler, returned: object) -> None:
    if returned is not None and (isgenerator(returned) or isawaitable(returned)):
        close = getattr(returned, "close", None)
        if close is not None:
            close()  # or Python warns that it was never awaited
        raise DispatchError(
            f"{handler} returned {returned!r}, so its body has not run: a handler is done when it "
            "returns; leave out async and yield"
        )


def _draws(world: Any) -> list[int]:
    # world.draws() looks up the names too, which takes longer.
    return [stream.draws for stream in world._streams.values()]


class _Checks:
    """The checks around each call of one event's chain."""

    def __init__(self, guard: Guard, event: Any, world: Any) -> None:
        self._guard = guard
        self._event = event
        self._world = world
        self._roles = [getattr(event, role) for role in event._roles_]

    def call(self, handler: Handler, method: Any) -> None:
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
        """Call a handler that may change nothing, and check that it did not."""
        world, guard = self._world, self._guard
        concerned = dict.fromkeys((method.__self__._entity, *self._roles))
        concerned.pop(None, None)
        guard.look_before(concerned)
        draws, sequence = _draws(world), world._sequence
        _refuse_unfinished(handler, method(self._event, world))
        if world._sequence != sequence:
            # An event that it published may have changed them, so there is nothing to compare.
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
