"""The epidemic of ``examples/epidemic.py``, written as idiomatic Mesa code."""

from __future__ import annotations

import mesa

from examples.epidemic import DAYS_ILL, MEETINGS


class Person(mesa.Agent):
    def __init__(self, model: Epidemic) -> None:
        super().__init__(model)
        self.ill = 0
        self.immune = False

    def step(self) -> None:
        if self.ill:
            for _ in range(MEETINGS):
                if self.random.random() < 0.1:
                    self.random.choice(self.model.people).catch_it()
            self.ill -= 1
            self.immune = not self.ill

    def catch_it(self) -> None:
        if not (self.ill or self.immune):
            self.ill = DAYS_ILL


class Epidemic(mesa.Model):
    def __init__(self, people: int, ill_at_first: int, seed: int) -> None:
        super().__init__(rng=seed)
        self.people = [Person(self) for _ in range(people)]
        for first in self.people[:ill_at_first]:
            first.ill = DAYS_ILL

    def step(self) -> None:
        self.agents.do("step")

    def go_on(self, days: int) -> None:
        for _ in range(days):
            self.step()

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of healthy, ill and immune people."""
        ill, immune = sum(p.ill > 0 for p in self.people), sum(p.immune for p in self.people)
        return len(self.people) - ill - immune, ill, immune


if __name__ == "__main__":
    model = Epidemic(1_000, 10, seed=1)
    model.go_on(150)
    print("healthy, ill, immune:", *model.counts())
