"""A clinic with a few beds, as a small simulation that can be recorded and verified.

Run it with ``python -m examples.clinic``; docs/building.md explains it.
"""

import tempfile
from pathlib import Path

import attrs

from eventcore import (
    APPLY,
    VALIDATE,
    Action,
    Component,
    Simulation,
    World,
    component,
    event,
    handles,
)


@event
class Arrive(Action):
    """A patient asks for a bed."""

    patient: str


@event
class Leave(Action):
    """A patient goes home."""

    patient: str


@component
class Ward(Component):
    beds: int
    patients: list[str] = attrs.field(factory=list)

    @handles(Arrive, VALIDATE)
    def reject_without_a_bed(self, arrive: Arrive, world: World) -> None:
        if len(self.patients) == self.beds:
            arrive.fail("full")

    @handles(Arrive, APPLY)
    def admit(self, arrive: Arrive, world: World) -> None:
        self.patients.append(arrive.patient)

    @handles(Leave, VALIDATE)
    def reject_a_stranger(self, leave: Leave, world: World) -> None:
        if leave.patient not in self.patients:
            leave.fail("not here")

    @handles(Leave, APPLY)
    def discharge(self, leave: Leave, world: World) -> None:
        self.patients.remove(leave.patient)


class Clinic(Simulation):
    components = (Ward,)
    intents = (Arrive, Leave)

    def setup(self, beds: int = 2) -> None:
        self.world.attach(self.world.root, Ward(beds))


def record_a_day(path: Path) -> None:
    with Clinic.record(path, seed=1, beds=2) as clinic:
        for kind, patient in (
            (Arrive, "Ann"),
            (Arrive, "Bob"),
            (Arrive, "Cy"),
            (Leave, "Ann"),
            (Arrive, "Di"),
        ):
            event = clinic.perform(kind, patient)
            print(kind.__name__, patient, event.reason or "done")
        print(clinic.world.root[Ward].patients)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.jsonl"
        record_a_day(path)
        print(Clinic.verify(path) or "the journal replays the same")
