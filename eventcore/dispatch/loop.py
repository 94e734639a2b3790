"""What a chain means, as a plain loop: read this first.

``Bus.publish`` looks up the chain that was built for the event's type and for what
the entities in its roles are made of, and calls it. The chain does with the event
what ``publish`` does here, and ``ask`` with a query; ``order`` says which handlers
a plan holds. What becomes of an event besides is in ``rules``.

``compile`` writes the same, unrolled, and is tested against this. Debug mode runs
this itself, with its checks around each call, and a preview goes through ``calls``
up to the point where state would change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from eventcore.dispatch import flight, rules
from eventcore.dispatch.foreign import refuse_foreign_fields
from eventcore.dispatch.order import SHUFFLED, WORLD, Plan, Step
from eventcore.entity import ABSENT
from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, DONE
from eventcore.phase import REACT
from eventcore.schema.encoding import refuse_unwritable, text_fields
from eventcore.tap import Tap

if TYPE_CHECKING:
    from eventcore.dispatch.membership import Recipients

Method: TypeAlias = Callable[[Any, Any], None]
Call: TypeAlias = Callable[[Handler, Method], None] | None
"""Makes one call: gets the handler, and its bound method to pass (event, world); None just does."""


def publish(
    plan: Plan, event: Any, world: Any, taps: Sequence[Tap], heard: bool, call: Call = None
) -> None:
    """Take an event that is published down its chain, and settle it.

    Args:
        plan: The ordered chain.
        event: The packet; its outcome is decided on the way.
        world: The world, which is the bus.
        taps: Those that hear this event type.
        heard: Whether observers are told of it.
        call: Makes each call.
    """
    rules.refuse_used(event)
    refuse_foreign_fields(event, world._router)
    if any(tap.records for tap in taps):
        for name in text_fields(type(event)):
            refuse_unwritable(event, name)
    cause = world._current
    if cause is not None:
        rules.enter_nested(event, cause, world)
    event._sequence = world._sequence = world._sequence + 1
    _run(plan, event, world, taps, call, heard)


def ask(plan: Plan, query: Any, world: Any, call: Call = None, taps: Sequence[Tap] = ()) -> None:
    """Take a query that is asked down its chain: unnumbered, and heard by no observer."""
    rules.refuse_used(query)
    refuse_foreign_fields(query, world._router)
    if world._current is not None:
        rules.enter_question(query, world._current, world)
    _run(plan, query, world, () if plan.gone else taps, call)


def _run(
    plan: Plan, event: Any, world: Any, taps: Sequence[Tap], call: Call, heard: bool = False
) -> None:
    """Make the calls and settle, with the event as the bus's current one meanwhile."""
    cause, handler = world._current, None
    watching = [tap for tap in taps if tap.watches_handlers]
    try:
        world._current = event
        if heard:
            world._pending = True
            world._heard.append(event)
        for tap in taps:
            tap.published(event)
        for handler, method in calls(plan, event, world, until=REACT + 1):
            for tap in watching:
                hook = tap.handling_for(handler, first=False)
                hook(event, handler, method.__self__)  # type: ignore[attr-defined]  # bound
            if call is None:
                method(event, world)
            else:
                call(handler, method)
            for tap in watching:
                tap.handled(event, handler)
        handler = None
        for tap in taps:
            tap.settled(event)
        if cause is not None and world._current is not event:
            flight.refuse_crossing(event)
        if world._pending and event._sequence:
            world._settle(event, cause)
        world._current = cause
    except BaseException as error:
        world._abort(error, event, cause, handler)
        raise


def calls(plan: Plan, event: Any, world: Any, until: int) -> Iterator[tuple[Handler, Method]]:
    """Yield the calls of a chain, each to be made before the next is asked for.

    Handlers at AIM, VALIDATE and MODIFY (``phase.py`` has the phases) may refuse and publish
    nothing; those at RESOLVE publish, those at APPLY and REACT change state. Once a refusal is
    noted, ``always`` handlers may publish too, and so may the bus, which publishes a replacement.

    Args:
        plan: The ordered chain.
        event: The packet; its outcome is decided on the way.
        world: The world, or what stands in for it.
        until: Handlers of this priority or later are left out.
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
    """Return a function that gives the components a step calls, as of the chain's beginning.

    A component that is removed meanwhile is ABSENT in its place; one that is added waits.
    """
    by_role: dict[str, list[Any]] = {
        role: (world.root if role == WORLD else getattr(event, role))._parts for role in plan.roles
    }
    recipients: dict[Step, Recipients] = {
        step: world._entities.membership.recipients(step.handler) for step in plan.broadcasts
    }
    taken = {step: group.take() for step, group in recipients.items()}

    def parts(step: Step) -> Sequence[Any]:
        if step not in taken:
            return (by_role[step.role][step.slot],)
        if step.role == SHUFFLED and world._current._outcome is DONE:
            return recipients[step].deal(taken[step], world)
        return taken[step]

    return parts
