"""SimPy: one process per alarm that waits for a timeout."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import simpy

from benchmarks.measure import Contender


class Alarm:
    """An alarm with its process."""

    def __init__(self, env: simpy.Environment, first: int, every: int) -> None:
        self.rung = 0
        env.process(self.ring(env, first, every))

    def ring(
        self, env: simpy.Environment, first: int, every: int
    ) -> Generator[simpy.Event, None, None]:
        """Count the rings of the alarm."""
        yield env.timeout(first)
        while True:
            self.rung += 1
            yield env.timeout(every)


def simpy_contender(name: str, alarms: int) -> Contender:
    """Create a contender with this many alarms."""
    env = simpy.Environment()
    made = [Alarm(env, first, alarms) for first in range(1, alarms + 1)]

    def go_on(steps: Sequence[int]) -> None:
        env.run(until=env.now + len(steps))

    env.run(until=1)  # run() excludes events due at its end: skip time 0, which has none
    return Contender(name, go_on, lambda: (sum(alarm.rung for alarm in made),), (1,))
