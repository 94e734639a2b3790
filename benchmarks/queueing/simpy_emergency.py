"""The emergency room of ``examples/emergency_room.py``, written as idiomatic SimPy code."""

import random
from collections.abc import Generator
from typing import Any

import simpy

Process = Generator[Any, Any, None]

SHARES = (5, 25, 40, 30)
PATIENCE = (0, 180, 120, 60)
TREATMENT = (60, 45, 25, 15)


class EmergencyRoom:
    def __init__(self, env: Any, patients: int, doctors: int) -> None:
        self.env = env
        self.doctors = simpy.PriorityResource(env, capacity=doctors)
        self.treated = [0] * 4
        self.left = [0] * 4
        self.waited = [0.0] * 4
        env.process(self.admit(patients))

    def admit(self, patients: int) -> Process:
        for _ in range(patients):
            self.env.process(self.patient())
            yield self.env.timeout(random.expovariate(1 / 10))

    def patient(self) -> Process:
        (triage,) = random.choices(range(4), SHARES)
        arrived = self.env.now
        with self.doctors.request(priority=triage) as request:
            if PATIENCE[triage]:
                patience = random.expovariate(1 / PATIENCE[triage])
                yield request | self.env.timeout(patience)
            else:
                yield request
            if not request.triggered:
                self.left[triage] += 1
                return
            self.waited[triage] += self.env.now - arrived
            yield self.env.timeout(random.expovariate(1 / TREATMENT[triage]))
        self.treated[triage] += 1


def simulate(patients: int, seed: int, doctors: int = 3) -> EmergencyRoom:
    random.seed(seed)
    env = simpy.Environment()
    room = EmergencyRoom(env, patients, doctors)
    env.run()
    return room


if __name__ == "__main__":
    room = simulate(1_000, seed=42)
    for triage in range(4):
        treated, left = room.treated[triage], room.left[triage]
        wait = room.waited[triage] / treated
        print(f"triage {triage + 1}: {treated} treated, {left} left, wait {wait:.0f} minutes")
