"""The machine shop of ``examples/machine_shop.py``, written as idiomatic SimPy code."""

import random
from collections.abc import Generator
from typing import Any

import simpy

Process = Generator[Any, Any, None]
WEEK = 7 * 24 * 60.0


class Machine:
    def __init__(self, env: Any, repairman: Any) -> None:
        self.env = env
        self.parts = 0
        self.broken = False
        self.process = env.process(self.work(repairman))
        env.process(self.wear())

    def work(self, repairman: Any) -> Process:
        while True:
            left = max(0.0, random.normalvariate(10, 2))
            while left:
                start = self.env.now
                try:
                    yield self.env.timeout(left)
                    left = 0.0
                except simpy.Interrupt:
                    left -= self.env.now - start
                    self.broken = True
                    with repairman.request(priority=1) as request:
                        yield request
                        yield self.env.timeout(30)
                    self.broken = False
            self.parts += 1

    def wear(self) -> Process:
        while True:
            yield self.env.timeout(random.expovariate(1 / 300))
            if not self.broken:
                self.process.interrupt()


def other_jobs(env: Any, repairman: Any, done: list[float]) -> Process:
    while True:
        left = 30.0
        while left:
            with repairman.request(priority=2) as request:
                yield request
                start = env.now
                try:
                    yield env.timeout(left)
                    left = 0.0
                except simpy.Interrupt:
                    left -= env.now - start
        done.append(env.now)


def simulate(machines: int, weeks: int, seed: int) -> tuple[list[int], int]:
    random.seed(seed)
    env = simpy.Environment()
    repairman = simpy.PreemptiveResource(env, capacity=1)
    shop = [Machine(env, repairman) for _ in range(machines)]
    done: list[float] = []
    env.process(other_jobs(env, repairman, done))
    env.run(until=weeks * WEEK)
    return [machine.parts for machine in shop], len(done)


if __name__ == "__main__":
    parts, jobs = simulate(10, 4, seed=42)
    for number, made in enumerate(parts):
        print(f"machine {number}: {made} parts")
    print(f"the repairman did {jobs} other jobs")
