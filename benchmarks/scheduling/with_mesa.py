"""Mesa 3.5 or later: one agent per alarm, whose method is called by the model's scheduler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import mesa

from benchmarks.measure import Contender


class Alarm(mesa.Agent):
    """An agent that counts its rings and schedules the next one."""

    def __init__(self, model: Any, every: int) -> None:
        super().__init__(model)
        self.rung = 0
        self.every = every

    def ring(self) -> None:
        """Count a ring and schedule the next one."""
        self.rung += 1
        self.model.schedule_event(self.ring, after=self.every)


def mesa_contender(name: str, alarms: int) -> Iterator[Contender]:
    """Yield a contender with this many alarms, or nothing if this Mesa has no scheduler."""
    if not hasattr(mesa.Model, "schedule_event"):
        return
    model: Any = mesa.Model()
    made = [Alarm(model, alarms) for _ in range(alarms)]
    for first, alarm in enumerate(made, 1):
        model.schedule_event(alarm.ring, at=first)

    def go_on(steps: Sequence[int]) -> None:
        model.run_for(len(steps))

    yield Contender(name, go_on, lambda: (sum(alarm.rung for alarm in made),), (1,))
