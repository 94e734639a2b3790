"""The meaning of a chain, as a plain loop: read this first.

``Bus.publish`` looks up the chain that was built for the event's type and for the archetypes of
the entities in its roles, and calls it. The chain treats an event as ``publish`` does here, and a
query as ``ask`` does; ``order`` decides which handlers a plan holds. ``rules`` has everything else
that happens to an event.

``compile`` generates the same, unrolled, and is tested against this. Debug mode runs this code
with its checks around each call, and a preview runs ``calls`` up to the point where state would
change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from eventcore.dispatch import rules, thread_guard
from eventcore.dispatch.order import SHUFFLED, WORLD, Plan, Step
from eventcore.entity import ABSENT
from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, DONE
from eventcore.phase import REACT
from eventcore.schema.encoding import refuse_unwritable, text_fields
from eventcore.tap import Tap

if TYPE_CHECKING:
    from eventcore.dispatch.membership import Membership

Method: TypeAlias = Callable[[Any, Any], None]
Call: TypeAlias = Callable[[Handler, Method], None] | None
"""Calls a handler, given its bound method, with (event, world). None: the loop calls it."""


def publish(
    plan: Plan, event: Any, world: Any, taps: Sequence[Tap], heard: bool, call: Call = None
) -> None:
    """Send an event down its chain; ``heard`` says whether observers subscribe to it."""
    rules.refuse_used(event)
    rules.refuse_foreign_fields(event, world._router)
    if any(tap.records for tap in taps):
        for name in text_fields(type(event)):
            refuse_unwritable(event, name)
    cause = world._current
    if cause is not None:
        rules.enter_nested(event, cause, world)
    event._sequence = world._sequence = world._sequence + 1
    _run(plan, event, world, taps, call, heard)


def ask(plan: Plan, query: Any, world: Any, call: Call = None, taps: Sequence[Tap] = ()) -> None:
    """Send a query down its chain; it has no sequence number and no observers."""
    rules.refuse_used(query)
    rules.refuse_foreign_fields(query, world._router)
    if world._current is not None:
        rules.enter_question(query, world._current, world)
    _run(plan, query, world, () if plan.gone else taps, call)


def _run(
    plan: Plan, event: Any, world: Any, taps: Sequence[Tap], call: Call, heard: bool = False
) -> None:
    cause, handler = world._current, None
    try:
        world._current = event
        if heard:
            world._pending = True
            world._heard.append(event)
        for tap in taps:
            tap.published(event)
        for handler, method in calls(plan, event, world, until=REACT + 1):
            for tap in taps:
                hook = tap.handling_for(handler, first=False)
                hook(event, handler, method.__self__)  # type: ignore[attr-defined]  # bound
            if call is None:
                method(event, world)
            else:
                call(handler, method)
            for tap in taps:
                tap.handled(event, handler)
        handler = None
        for tap in taps:
            tap.settled(event)
        if cause is not None and world._current is not event:
            thread_guard.refuse_crossing(event)
        if world._pending and event._sequence:
            world._settle(event, cause)
        world._current = cause
    except BaseException as error:
        world._abort(error, event, cause, handler)
        raise


def calls(plan: Plan, event: Any, world: Any, until: int) -> Iterator[tuple[Handler, Method]]:
    """Yield the calls of a chain before a priority; the caller makes each before the next.

    Handlers at AIM, VALIDATE and MODIFY (``phase.py`` has the phases) may refuse and publish
    nothing. Those at RESOLVE publish, those at APPLY and REACT change state. Once a refusal is
    noted, ``always`` handlers may publish too, and so may the bus, which publishes a replacement.
    """
    if plan.gone:
        rules.fail_for_gone(event)
        return
    parts = _parts(plan, event, world)
    for step in plan.above:
        for part in parts(step):
            if part is not ABSENT and (event._outcome is CONTINUE or step.handler.always):
                yield step.handler, getattr(part, step.handler.name)
                rules.note_refusal(event, step.handler, world)
    # The commit line: from here on the event has happened, or it has not.
    if event._outcome is CONTINUE:
        if plan.idle:
            rules.fail_unhandled(event)
        else:
            event._outcome = DONE
    for step in plan.below:
        if step.handler.priority < until and (event._outcome is DONE or step.handler.always):
            for part in parts(step):
                if part is not ABSENT:
                    yield step.handler, getattr(part, step.handler.name)


def _parts(plan: Plan, event: Any, world: Any) -> Callable[[Step], Sequence[Any]]:
    """Return a function that returns the components a step calls, as the chain begins.

    A component that is removed meanwhile becomes ABSENT; an added component waits.
    """
    by_role: dict[str, list[Any]] = {
        role: (world.root if role == WORLD else getattr(event, role))._parts for role in plan.roles
    }
    membership: Membership = world._entities.membership
    recipients = {step: membership.recipients(step.handler) for step in plan.broadcasts}
    taken = {step: group.take() for step, group in recipients.items()}

    def parts(step: Step) -> Sequence[Any]:
        if step not in taken:
            return (by_role[step.role][step.slot],)
        # An event that failed draws nothing: its `always` handlers run in order of the ids.
        if step.role == SHUFFLED and world._current._outcome is DONE:
            return recipients[step].deal(taken[step], world)
        return taken[step]

    return parts
