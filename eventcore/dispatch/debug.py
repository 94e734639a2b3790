"""Debug mode's chains: the plain loop, with every check around each call.

The generated code is tested against it: both must give the same outcomes, calls
and order for any plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eventcore.dispatch import rules
from eventcore.dispatch.guard import Guard
from eventcore.dispatch.loop import run_chain
from eventcore.dispatch.order import Plan
from eventcore.entity import Chain
from eventcore.errors import DispatchError, StateError
from eventcore.event import Query
from eventcore.handler import APPLY, Handler
from eventcore.tap import Tap

__all__ = ["debug_chain"]

_ALL = 1001


def debug_chain(plan: Plan, taps: Sequence[Tap], heard: bool, guard: Guard) -> Chain:
    """Give the checking counterpart of ``compile.compile_plan``."""

    def publish(event: Any, world: Any) -> Any:
        rules.refuse_used(event)
        if world._guard is not guard:
            rules.refuse_foreign(plan.kind)
        cause = world._current
        if cause is None:
            guard.check(world)
            guard.remember(None)  # should the dispatch end in an error, nothing is known
        else:
            rules.enter_nested(event, cause, world)
        event._sequence = world._sequence = world._sequence + 1
        if heard:
            world._heard.append(event)
        _Dispatch(plan, taps, guard, event, world).run()
        world._settle(event)
        if cause is None:
            guard.remember(world)
        return event

    def ask(query: Any, world: Any) -> Any:
        rules.refuse_used(query)
        if world._guard is not guard:
            rules.refuse_foreign(plan.kind)
        if world._current is not None:
            rules.enter_question(query, world._current, world)
        _Dispatch(plan, (), guard, query, world).run()
        return query

    return ask if issubclass(plan.kind, Query) else publish


class _Dispatch:
    """One event's way down its chain, watched."""

    def __init__(
        self, plan: Plan, taps: Sequence[Tap], guard: Guard, event: Any, world: Any
    ) -> None:
        self._plan = plan
        self._taps = taps
        self._guard = guard
        self._event = event
        self._world = world
        self._handler: Handler | None = None
        self._roles = [getattr(event, role) for role in event._roles_]

    def run(self) -> None:
        """Walk the plan, leaving the current event as it was found."""
        event, world = self._event, self._world
        cause = world._current
        world._current = event
        try:
            for tap in self._taps:
                tap.published(event)
            run_chain(self._plan, event, world, self._call, _ALL)
            self._handler = None
            for tap in self._taps:
                tap.settled(event)
        except BaseException as error:
            world._abort(error, event, cause, self._handler)
            raise
        world._current = cause

    def _call(self, handler: Handler, method: Any) -> None:
        self._handler = handler
        for tap in self._taps:
            tap.handling(self._event, handler, method.__self__)
        with self._guard.during(handler, open=handler.priority >= APPLY):
            if handler.priority < APPLY:
                self._call_reader(handler, method)
            else:
                method(self._event, self._world)
            self._check_roles(handler)
        for tap in self._taps:
            tap.handled(self._event, handler)

    def _call_reader(self, handler: Handler, method: Any) -> None:
        """Call a handler that may change nothing itself, and see that it did not.

        What it published may have: then nobody can tell, and nothing is compared.
        """
        world = self._world
        roles = [method.__self__.entity, *self._roles]
        concerned = [entity for entity in dict.fromkeys(roles) if entity is not None]
        contents = self._guard.contents
        before, draws, sequence = contents(concerned), world.draws(), world.sequence
        method(self._event, world)
        if world.sequence == sequence:
            self._guard.compare(before, contents(concerned), handler)
            if world.draws() != draws:
                raise StateError(
                    f"{handler} drew a random number: chance is drawn at APPLY or later, so that "
                    "an event that fails leaves the streams as they were"
                )

    def _check_roles(self, handler: Handler) -> None:
        for role, entity in zip(self._event._roles_, self._roles, strict=True):
            if getattr(self._event, role) is not entity:
                raise DispatchError(
                    f"{handler} changed the role {role!r} of {self._event!r}: roles are fixed "
                    "during dispatch; use event.replace() with an event that has the other role"
                )
