"""Muting: handlers that a world's chains leave out, to see what becomes of it without them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

import attrs

from eventcore.component import Component
from eventcore.dispatch.order import Plan
from eventcore.errors import RegistrationError

__all__ = ["find_muted", "leave_out"]


def find_muted(labels: Collection[str], classes: Iterable[type[Component]]) -> frozenset[str]:
    """Check the labels of handlers that are to be left out.

    Args:
        labels: Each as ``Component.method``.
        classes: The component classes of the world.

    Raises:
        RegistrationError: Labels are given as one text, or there is no such handler.
    """
    if not labels:
        return frozenset()
    if isinstance(labels, str):
        raise RegistrationError(f"mute={labels!r}: give a list of handlers, as in [{labels!r}]")
    there = {handler.label: None for cls in classes for handler in cls._handlers_}
    for label in labels:
        if label not in there:
            near = get_close_matches(str(label), there, n=3, cutoff=0.4)
            which = f"; there is {', '.join(near)}" if near else ": it is Component.method"
            raise RegistrationError(f"mute={label!r}: there is no such handler{which}")
    return frozenset(labels)


def leave_out(plan: Plan, muted: frozenset[str]) -> Plan:
    """Give a chain without the handlers of these labels."""
    return attrs.evolve(
        plan, steps=tuple(step for step in plan.steps if step.handler.label not in muted)
    )
