"""An emergency room: the most urgent patients are treated first, while others lose patience.

Run it with ``python -m examples.emergency_room``; docs/resources.md explains it.
"""

import tempfile
from pathlib import Path

import attrs

from eventcore import APPLY, Component, Entity, Notice, Simulation, World, component, event, handles
from eventcore.resources import Finish, Join, Renege, Serve, Server
from eventcore.time import Exponential

MINUTE = 1_000
SHARES = (5, 25, 40, 30)
PATIENCE = (0, 180, 120, 60)
TREATMENT = (60, 45, 25, 15)
"""Values for each triage level, most urgent first: the percentage of patients, their mean patience
in minutes (0 if it never ends), and the mean duration of the treatment in minutes."""


@event
class Arrive(Notice):
    """A patient enters. The enactor is the emergency room."""


@component
class Patient(Component):
    triage: int


@component
class EmergencyRoom(Component):
    treated: list[int] = attrs.field(factory=lambda: [0] * 4)
    left: list[int] = attrs.field(factory=lambda: [0] * 4)
    waited: list[int] = attrs.field(factory=lambda: [0] * 4)

    @handles(Arrive)
    def admit(self, arrive: Arrive, world: World) -> None:
        triage = world.stream("triage").weighted(range(4), SHARES)
        mean = PATIENCE[triage]
        patience = world.stream("patience").exponential(mean * MINUTE) if mean else None
        world.publish(Join(world.spawn(Patient(triage)), arrive.enactor, triage, patience))

    @handles(Serve, APPLY)
    def treat(self, serve: Serve, world: World) -> None:
        triage = serve.customer[Patient].triage
        self.waited[triage] += serve.waited
        serve.duration = world.stream("treatment").exponential(TREATMENT[triage] * MINUTE)

    @handles(Renege, APPLY, role="server")
    def lose(self, renege: Renege, world: World) -> None:
        self.left[renege.enactor[Patient].triage] += 1
        world.despawn(renege.enactor)

    @handles(Finish)
    def discharge(self, finish: Finish, world: World) -> None:
        self.treated[finish.customer[Patient].triage] += 1
        world.despawn(finish.customer)


class Emergency(Simulation):
    components = (EmergencyRoom, Server, Patient)
    turn_length = MINUTE

    def setup(self, patients: int = 1_000, doctors: int = 3) -> None:
        room = self.world.spawn(EmergencyRoom(), Server(capacity=doctors))
        apart = Exponential(10 * MINUTE, "arrivals")
        self.world.agenda.every(apart, Arrive(room), start=0, count=patients)

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return "patient" if Patient in entity else "room"

    @property
    def room(self) -> EmergencyRoom:
        (entity,) = self.world.having(EmergencyRoom)
        return entity[EmergencyRoom]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.jsonl"
        with Emergency.record(path, seed=42) as emergency:
            emergency.run()
            room = emergency.room
        for triage in range(4):
            treated, left = room.treated[triage], room.left[triage]
            wait = room.waited[triage] / treated / MINUTE
            print(f"triage {triage + 1}: {treated} treated, {left} left, wait {wait:.0f} minutes")
        print(Emergency.verify(path) or "the journal replays the same")
