"""SimPy: a process for each alarm, which waits for a timeout."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import simpy

from benchmarks.measure import Contender


class Alarm:
    """An alarm, and its process."""

    def __init__(self, env: simpy.Environment, first: int, every: int) -> None:
        self.rung = 0
        env.process(self.ring(env, first, every))

    def ring(
        self, env: simpy.Environment, first: int, every: int
    ) -> Generator[simpy.Event, None, None]:
        """Count each time that the alarm rings."""
        yield env.timeout(first)
        while True:
            self.rung += 1
            yield env.timeout(every)


def simpy_contender(name: str, alarms: int) -> Contender:
    """Create an environment of so many alarms."""
    env = simpy.Environment()
    made = [Alarm(env, first, alarms) for first in range(1, alarms + 1)]

    def go_on(steps: Sequence[int]) -> None:
        env.run(until=env.now + len(steps))

    env.run(until=1)  # it stops before what is due at the end, so the rings of a run are the next
    return Contender(name, go_on, lambda: (sum(alarm.rung for alarm in made),), (1,))
