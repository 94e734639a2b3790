"""The plain loop over a plan: what a chain means, without any speed.

Debug mode walks plans with its checks around each call, a preview walks them up
to the point where state would change, and the generated code is tested against
this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eventcore.dispatch import rules
from eventcore.dispatch.order import WORLD, Plan, Step
from eventcore.entity import ABSENT
from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, DONE

__all__ = ["Call", "run_chain"]

Call = Callable[[Handler, Callable[[Any, Any], None]], None]
"""Makes one call: gets the handler and the bound method to pass (event, world)."""


def run_chain(plan: Plan, event: Any, world: Any, call: Call, until: int) -> None:
    """Take an event down its chain.

    Args:
        plan: The ordered chain.
        event: The packet; its outcome is settled on the way.
        world: The world, or what stands in for it.
        call: Makes each call.
        until: Handlers of this priority or later are left out.
    """
    if plan.gone:
        rules.fail_for_gone(event)
        return
    lists = {
        role: (world.root if role == WORLD else getattr(event, role))._parts
        for role in {step.role: None for step in plan.steps}
    }
    for step in plan.above:
        if event._outcome is CONTINUE or step.handler.always:
            _make(call, step, lists)
            rules.judge(event, step.handler, world)
    if event._outcome is CONTINUE:
        if plan.idle:
            rules.fail_for_nothing(event)
        else:
            event._outcome = DONE
    for step in plan.below:
        if step.handler.priority < until and (event._outcome is DONE or step.handler.always):
            _make(call, step, lists)


def _make(call: Call, step: Step, lists: dict[str, Any]) -> None:
    # Looked up at the moment of the call: what was removed meanwhile is blotted out.
    part = lists[step.role][step.slot]
    if part is not ABSENT:
        call(step.handler, getattr(part, step.handler.name))
