"""Whose components a step calls: one in a role, or a whole audience, as when the chain began.

What is removed since then stands there as ABSENT; what was added does not stand there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eventcore.dispatch.order import SHUFFLED, WORLD, Plan, Step

if TYPE_CHECKING:
    from eventcore.dispatch.audiences import Audience, Taken


class Hearing:
    """Whose components hear an event, as it was when its chain began."""

    def __init__(self, plan: Plan, event: Any, world: Any) -> None:
        self._world = world
        self._parts: dict[str, list[Any]] = {}
        self._taken: dict[Step, tuple[Audience, Taken]] = {}
        for step in plan.steps:
            role = step.role
            if step.broadcast:
                audience = world._entities.audiences.of(step.handler)
                self._taken[step] = audience, audience.take()
            elif role not in self._parts:
                self._parts[role] = (world.root if role == WORLD else getattr(event, role))._parts

    def parts_of(self, step: Step) -> Sequence[Any]:
        """Give the components that a step calls; ABSENT where one was removed since then."""
        if not step.broadcast:
            return (self._parts[step.role][step.slot],)
        audience, taken = self._taken[step]
        return audience.deal(taken, self._world) if step.role == SHUFFLED else taken
