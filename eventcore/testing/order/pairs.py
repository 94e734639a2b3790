"""Pairs: two handlers of equal priority in one chain, and what puts one before the other."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import combinations, groupby

import attrs

from eventcore.dispatch.order import WORLD, Plan, Step
from eventcore.event import Event

Names = tuple[str, str]
"""The labels of two handlers, in alphabetical order: a pair, whichever comes first."""


class Decider(Enum):
    """What decides between two handlers of equal priority; the first that applies."""

    WORLD = "rules of the world come first"
    ROLES = "the order of the event's roles decides"
    OWNING = "an entity's own come before what it owns"
    CLASSES = "only the order of classes decides"
    DEFINITION = "only the order of definition decides"


@attrs.frozen
class Pair:
    """Two handlers that a chain of an event type has at one priority.

    Attributes:
        kind: The event type.
        one: The label of the handler that runs first.
        other: That of the one that runs after it.
        priority: Of both.
        decider: What puts one before the other.
        always: Which of the two run on refused events as well.
    """

    kind: type[Event]
    one: str
    other: str
    priority: int
    decider: Decider
    always: tuple[bool, bool] = (False, False)

    @property
    def names(self) -> Names:
        """The two labels, whichever comes first."""
        return names_of(self.one, self.other)


def names_of(one: str, other: str) -> Names:
    """Give the two labels of a pair in alphabetical order."""
    return (one, other) if one <= other else (other, one)


def groups_of(plan: Plan) -> Iterator[list[Step]]:
    """Yield the steps of a chain by priority, in order."""
    for _, steps in groupby(plan.steps, key=lambda step: step.handler.priority):
        yield list(steps)


def pairs_of(plan: Plan) -> Iterator[Pair]:
    """Yield the pairs of equal priority in a chain, in order.

    A handler makes no pair with itself: two things of one make are heard in the order
    in which they were given to their owner.
    """
    for steps in groups_of(plan):
        for one, other in combinations(steps, 2):
            if one.handler.label != other.handler.label:
                yield Pair(
                    plan.kind,
                    one.handler.label,
                    other.handler.label,
                    one.handler.priority,
                    _decider(one, other),
                    (one.handler.always, other.handler.always),
                )


def _decider(one: Step, other: Step) -> Decider:
    if one.role != other.role:
        return Decider.WORLD if WORLD in (one.role, other.role) else Decider.ROLES
    if one.handler.via != other.handler.via:
        return Decider.OWNING
    if one.handler.component is not other.handler.component:
        return Decider.CLASSES
    return Decider.DEFINITION
