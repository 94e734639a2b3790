"""Answers: a question asked by hand, with who had a part in what it came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from eventcore.dispatch import loop, rules
from eventcore.dispatch.order import Plan
from eventcore.dispatch.preview import copy_value
from eventcore.event import Query
from eventcore.handler import Handler
from eventcore.schema.encoding import fields_of
from eventcore.world import World

Q = TypeVar("Q", bound=Query)


class Answer(Generic[Q]):
    """Says how a Query was answered: which handlers ran, and what each changed.

    Attributes:
        query: The question, with the answer in its fields.
        order: The handlers that ran, in order, each as ``Component.method``.
        changes: What they changed of it, in order, each as ``Guard.add: amount 2 → 5``.
    """

    def __init__(self, query: Q) -> None:
        self.query = query
        self.order: list[str] = []
        self.changes: list[str] = []
        self._histories = {name: [copy_value(value)] for name, value in fields_of(query).items()}

    def history(self, field: str) -> list[Any]:
        """Give the values a field has had on the way, the first one included.

        Raises:
            LookupError: The question has no such field.
        """
        if field not in self._histories:
            raise LookupError(f"{field!r} is no field of {self.query!r}")
        return list(self._histories[field])

    def note(self, handler: Handler) -> None:
        """Note that a handler has returned."""
        self.order.append(handler.label)
        for name, value in fields_of(self.query).items():
            before = self._histories[name][-1]
            if value is not before and value != before:
                self._histories[name].append(copy_value(value))
                self.changes.append(f"{handler.label}: {name} {before} → {value}")

    def __repr__(self) -> str:
        return f"<answer to {self.query!r} by {', '.join(self.order) or 'nobody'}>"


def answer(plan: Plan, query: Q, world: World) -> Answer[Q]:
    """Ask a question of the handlers of a plan.

    Raises:
        DispatchError: The event is not a Query, or was asked before.
    """
    rules.refuse_unroutable(query)
    rules.refuse_to_ask(query)
    found = Answer(query)

    def call(handler: Handler, method: Callable[[Any, Any], None]) -> None:
        method(query, world)
        found.note(handler)

    loop.ask(plan, query, world, call)
    return found
