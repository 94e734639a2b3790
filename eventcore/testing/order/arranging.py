"""Arranging: chains whose handlers of equal priority run in another order.

Only steps of one priority change places, so the commit line stays where it is, and a
handler registered ``always`` runs on refused events as before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import attrs

from eventcore.dispatch.order import Plan, Step
from eventcore.dispatch.routing import Router
from eventcore.event import Event
from eventcore.rng import Stream
from eventcore.testing.order.pairs import Names, groups_of, names_of
from eventcore.testing.order.patches import Patches

Arrange: TypeAlias = Callable[[Plan], Plan]
"""Gives a chain in another order."""


@contextmanager
def arranged(arrange: Arrange) -> Iterator[None]:
    """Let the chains of all worlds that are made inside run in another order.

    Args:
        arrange: Is asked once for each chain as it is planned.
    """
    with Patches() as patches:
        plain = Router.plan

        def plan(router: Router, kind: type[Event], roles: Any) -> Plan:
            return arrange(plain(router, kind, roles))

        patches.put(Router, "plan", plan)
        yield


def swapped(names: Names, *, late: bool = False) -> Arrange:
    """Give what lets the later of two handlers of equal priority run first.

    Args:
        names: The labels of the two.
        late: The earlier one is moved behind the later, and not the later before the
            earlier: that is another order where there are handlers between the two.
    """

    def swap(steps: list[Step]) -> list[Step]:
        labels = [step.handler.label for step in steps]
        if not set(names) <= set(labels):
            return steps
        first, last = sorted(labels.index(name) for name in names)
        order = [*steps]
        if late:
            order.insert(last, order.pop(first))
        else:
            order.insert(first, order.pop(last))
        return order

    return lambda plan: _rearranged(plan, swap)


def shuffled(seed: int, fixed: Collection[Names] = ()) -> Arrange:
    """Give what puts handlers of equal priority in an order that follows from a seed.

    Args:
        seed: Another seed, another order.
        fixed: Pairs that stay in the order they are in, whatever comes between.
    """
    stream = Stream(seed, "order")
    return lambda plan: _rearranged(plan, lambda steps: _pick(steps, fixed, stream.pick))


def reversed_(fixed: Collection[Names] = ()) -> Arrange:
    """Give what turns handlers of equal priority about, but for pairs that stay in order."""
    return lambda plan: _rearranged(plan, lambda steps: _pick(steps, fixed, lambda free: free[-1]))


def _rearranged(plan: Plan, order: Callable[[list[Step]], list[Step]]) -> Plan:
    steps = tuple(step for group in groups_of(plan) for step in order(group))
    return attrs.evolve(plan, steps=steps)


def _pick(
    steps: list[Step], fixed: Collection[Names], choose: Callable[[list[Step]], Step]
) -> list[Step]:
    """Take one after the other of those that need not wait for another."""
    left, order = [*steps], []
    while left:
        free = [step for place, step in enumerate(left) if not _waits(step, left[:place], fixed)]
        order.append(choose(free))
        left.remove(order[-1])
    return order


def _waits(step: Step, before: list[Step], fixed: Collection[Names]) -> bool:
    mine = step.handler.label
    theirs = [other.handler.label for other in before]
    return any(label == mine or names_of(label, mine) in fixed for label in theirs)
