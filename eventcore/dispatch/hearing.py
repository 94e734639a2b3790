"""Whose components a step calls: one in a role, or a whole audience, as when the chain began.

What is removed since then stands there as ABSENT; what was added does not stand there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eventcore.dispatch.order import SHUFFLED, WORLD, Plan, Step
from eventcore.outcome import DONE

if TYPE_CHECKING:
    from eventcore.dispatch.audiences import Audience, Taken


class Hearing:
    """Whose components hear an event, as it was when its chain began."""

    __slots__ = ("_parts", "_taken", "_world")

    def __init__(self, plan: Plan, event: Any, world: Any) -> None:
        self._world = world
        # By role the parts of whoever plays it.
        self._parts: dict[str, list[Any]] = {
            role: (world.root if role == WORLD else getattr(event, role))._parts
            for role in plan.roles
        }
        self._taken: dict[Step, tuple[Audience, Taken]] = {}
        for step in plan.broadcasts:
            audience = world._entities.audiences.of(step.handler)
            self._taken[step] = audience, audience.take()

    def parts_of(self, step: Step) -> Sequence[Any]:
        """Give the components that a step calls; ABSENT where one was removed since then."""
        if not self._taken or step not in self._taken:
            return (self._parts[step.role][step.slot],)
        audience, taken = self._taken[step]
        if step.role == SHUFFLED and self._world._current._outcome is DONE:
            return audience.deal(taken, self._world)
        return taken
