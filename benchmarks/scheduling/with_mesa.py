"""Mesa from 3.5 on: an agent for each alarm, whose method the model's scheduler calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import mesa

from benchmarks.measure import Contender


class Alarm(mesa.Agent):
    """An agent that counts, and sets itself again."""

    def __init__(self, model: Any, every: int) -> None:
        super().__init__(model)
        self.rung = 0
        self.every = every

    def ring(self) -> None:
        """Count, and schedule the next time."""
        self.rung += 1
        self.model.schedule_event(self.ring, after=self.every)


def mesa_contender(name: str, alarms: int) -> Iterator[Contender]:
    """Create a model of so many alarms; nothing if this Mesa has no scheduler of its own."""
    if not hasattr(mesa.Model, "schedule_event"):
        return
    model: Any = mesa.Model()
    made = [Alarm(model, alarms) for _ in range(alarms)]
    for first, alarm in enumerate(made, 1):
        model.schedule_event(alarm.ring, at=first)

    def go_on(steps: Sequence[int]) -> None:
        model.run_for(len(steps))

    yield Contender(name, go_on, lambda: (sum(alarm.rung for alarm in made),), (1,))
