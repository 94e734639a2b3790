"""Mesa agents that count their rounds."""

from __future__ import annotations

from collections.abc import Sequence

import mesa


class Counter(mesa.Agent):
    def __init__(self, model: mesa.Model) -> None:
        super().__init__(model)
        self.count = 0

    def step(self) -> None:
        self.count += 1


class Agents:
    """A Mesa model with a given number of counting agents."""

    def __init__(self, number: int) -> None:
        self.model = mesa.Model(rng=1)
        self.counters = [Counter(self.model) for _ in range(number)]

    def tally(self) -> tuple[int, int]:
        return self.counters[0].count, self.counters[-1].count

    def run(self, steps: Sequence[int]) -> None:
        for _ in steps:
            self.model.agents.do("step")
