"""The bank of ``examples/bank.py``, written as idiomatic SimPy code."""

import random
from collections.abc import Generator
from typing import Any

import simpy

Process = Generator[Any, Any, None]


class Bank:
    def __init__(self, env: Any, customers: int) -> None:
        self.env = env
        self.counter = simpy.Resource(env, capacity=1)
        self.served = self.reneged = 0
        env.process(self.let_in(customers))

    def let_in(self, customers: int) -> Process:
        for _ in range(customers):
            self.env.process(self.customer())
            yield self.env.timeout(random.expovariate(1 / 10))

    def customer(self) -> Process:
        with self.counter.request() as request:
            met = yield request | self.env.timeout(random.uniform(1, 3))
            if request in met:
                self.served += 1
                yield self.env.timeout(random.expovariate(1 / 12))
            else:
                self.reneged += 1


def simulate(customers: int, seed: int) -> Bank:
    random.seed(seed)
    env = simpy.Environment()
    bank = Bank(env, customers)
    env.run()
    return bank


if __name__ == "__main__":
    bank = simulate(500, seed=42)
    print(f"minute {bank.env.now:.0f}: {bank.served} served, {bank.reneged} reneged")
