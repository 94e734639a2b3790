"""Run a chain of handlers as a plain loop. Read this module first.

``run`` runs the chain of an event or a query. The ``order`` module makes plans, which list the
handlers of a chain in order. All other rules are in the ``rules`` module.

In normal mode, the ``compile`` module generates functions that have the same effect as this module.
Debug mode runs this code with checks around each call. Previews use only the ``calls`` function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from eventcore.dispatch import rules
from eventcore.dispatch.order import EVERYONE, WORLD, Plan, Step
from eventcore.entity import ABSENT
from eventcore.event import Query
from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, DONE, GONE
from eventcore.phase import REACT
from eventcore.schema.hints import text_fields
from eventcore.schema.values import refuse_unwritable
from eventcore.tap import Tap

Method: TypeAlias = Callable[[Any, Any], None]
Call: TypeAlias = Callable[[Handler, Method, Any, Any], None]  # calls method(event, world)


def run(
    plan: Plan, event: Any, world: Any, taps: Sequence[Tap], observed: bool, call: Call
) -> None:
    """Run the chain of an event or a query. If ``observed`` is true, observers get the event.

    Queries have no sequence numbers and no observers.
    """
    if event._outcome is not CONTINUE:
        rules.refuse_used(event)
    rules.refuse_foreign_fields(event, world._router)
    cause, handler, is_query = world._current, None, issubclass(plan.kind, Query)
    if is_query:
        taps = () if plan.gone else taps
    elif any(tap.records for tap in taps):
        for name in text_fields(type(event)):
            refuse_unwritable(event, name)
    if cause is not None:
        rules.enter_nested(event, cause, world)
    if not is_query:
        event._sequence = world._sequence = world._sequence + 1
    try:
        world._current = event
        if observed:
            world._pending = True
            world._observed.append(event)
        for tap in taps:
            tap.published(event)
        for handler, method in calls(plan, event, world, until=REACT + 1):
            for tap in taps:
                hook = tap.handling_for(handler, first=False)
                hook(event, handler, method.__self__)  # type: ignore[attr-defined]  # bound method
            call(handler, method, event, world)
            for tap in taps:
                tap.handled(event, handler)
        handler = None
        for tap in taps:
            tap.settled(event)
        if cause is not None and world._current is not event:
            rules.refuse_crossing(event)
        if world._pending and not is_query:
            world._settle(event, cause)
        world._current = cause
    except BaseException as error:
        world._abort(error, event, cause, handler)
        raise


def calls(plan: Plan, event: Any, world: Any, until: int) -> Iterator[tuple[Handler, Method]]:
    """Yield each handler with a priority below ``until``, together with its bound method.

    The caller must call each method, with the event and a world, before it takes the next handler.

    Handlers at AIM, VALIDATE and MODIFY (see ``phase.py``) may refuse the event, but may not
    publish. Handlers at RESOLVE may publish. Handlers at APPLY and REACT may also change state.
    After a refusal, ``always`` handlers may publish. A replacement is published immediately.
    """
    if plan.gone:
        rules.fail(event, GONE)
        return
    parts = _parts(plan, event, world)
    for step in plan.above:
        for part in parts(step):
            if part is not ABSENT and (event._outcome is CONTINUE or step.handler.always):
                yield step.handler, getattr(part, step.handler.name)
                rules.note_refusal(event, step.handler, world)
    # This is the commit line: from now on, it is certain whether the event happens.
    if event._outcome is CONTINUE:
        if plan.idle:
            rules.fail_unhandled(event, world)
        else:
            event._outcome = DONE
    for step in plan.below:
        if step.handler.priority < until and (event._outcome is DONE or step.handler.always):
            for part in parts(step):
                if part is not ABSENT:
                    yield step.handler, getattr(part, step.handler.name)


def _parts(plan: Plan, event: Any, world: Any) -> Callable[[Step], Sequence[Any]]:
    # Look up the components now, so that components attached later are not called.
    by_role = {WORLD: world.root._parts}
    for role in event._roles_:
        entity = getattr(event, role)
        by_role[role] = None if entity is None else entity._parts
    recipients = world._entities.membership.recipients
    steps = [step for step in plan.steps if step.role == EVERYONE] if plan.kind._everyone_ else ()
    lists = {step: recipients(step.handler).call_list() for step in steps}

    def parts(step: Step) -> Any:
        return lists[step] if step in lists else (by_role[step.role][step.slot],)

    return parts
