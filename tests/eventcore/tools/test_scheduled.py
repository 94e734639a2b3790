"""Tools show a scheduled event in a field as the type of the event and its due time."""

import re
from pathlib import Path

import pytest

from eventcore import (
    APPLY,
    Action,
    Change,
    Component,
    Entity,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.resources import Join, Server
from eventcore.time import Scheduled
from eventcore.tools import series
from tests.eventcore.tools.conftest import Command


@event
class Arrive(Action):
    """A patient arrives and waits for a doctor for at most 60 units."""


@event
class Worsen(Change):
    target: Entity = role()


@event
class Round(Change):
    target: Entity = role()


@event
class Pause(Action):
    target: Entity = role()


@event
class Treat(Action):
    """The target, a patient, will not get worse."""

    target: Entity = role()


@event
class Leave(Action):
    """The target, a patient, leaves the clinic."""

    target: Entity = role()


@component
class Patient(Component):
    worse: Scheduled | None = None
    rounds: Scheduled | None = None
    seen: int = 0

    @handles(Worsen, APPLY)
    def worsen(self, worsen: Worsen, world: World) -> None:
        self.seen += 1

    @handles(Round, APPLY)
    def examine(self, visit: Round, world: World) -> None:
        self.seen += 1


@component
class Ward(Component):
    @handles(Arrive, APPLY)
    def admit(self, arrive: Arrive, world: World) -> None:
        patient = world.spawn(Patient())
        world.publish(Join(patient, self.entity, patience=60))
        patient[Patient].worse = world.schedule(Worsen(self.entity, patient), 40)
        patient[Patient].rounds = world.agenda.every(15, Round(self.entity, patient))

    @handles(Pause, APPLY)
    def pause(self, pause: Pause, world: World) -> None:
        if world.agenda.frozen(pause.target):
            world.agenda.thaw(pause.target)
        else:
            world.agenda.freeze(pause.target)

    @handles(Treat, APPLY)
    def treat(self, treat: Treat, world: World) -> None:
        worse = treat.target[Patient].worse
        assert worse is not None
        worse.cancel()

    @handles(Leave, APPLY)
    def leave(self, leave: Leave, world: World) -> None:
        world.despawn(leave.target)


class Clinic(Simulation):
    components = (Patient, Ward, Server)
    intents = (Arrive, Pause, Treat, Leave)
    turn_length = 10

    def setup(self) -> None:
        self.world.attach(self.world.root, Ward())
        self.world.attach(self.world.root, Server(capacity=0))

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return "patient" if Patient in entity else ""


PLACE = f"{__name__}:Clinic"


@pytest.fixture
def visit(tmp_path: Path) -> Path:
    """Record a patient who arrives at 5, is paused from 20 to 30, and leaves the line at 75."""
    path = tmp_path / "visit.jsonl"
    with Clinic.record(path) as clinic:
        clinic.run(5)
        clinic.perform(Arrive)
        for time in (20, 30):
            clinic.run(time)
            clinic.perform(Pause, clinic.world[2])
        clinic.run(100)
    return path


def test_state_says_when_a_scheduled_event_is_due(tool: Command, visit: Path) -> None:
    def worse(turn: int) -> list[str]:
        lines = tool("state", visit, "patient", "--turn", turn, place=PLACE).lines
        return [line.strip() for line in lines if "worse" in line or "rounds" in line]

    recurring = "Patient.rounds recurring Round"
    assert worse(2) == ["Patient.worse Worsen due at 45", recurring]
    assert worse(3) == ["Patient.worse Worsen held, due in 25", recurring]
    assert worse(10) == ["Patient.worse no longer pending", recurring]


def test_only_handlers_that_move_a_scheduled_event_change_the_field(
    tool: Command, visit: Path
) -> None:
    lines = tool("explain", visit, "--changes", "Server.line", place=PLACE).lines
    ends = [re.findall(r'"end":"(.*?)"', line) + line.split()[-1:] for line in lines[1:]]
    assert ends == [
        ["Renege due at 65", "Server.line_up"],
        ["Renege due at 65", "Renege held, due in 45", "Ward.pause"],
        ["Renege held, due in 45", "Renege due at 75", "Ward.pause"],
        ["Renege due at 75", "Server.give_up"],  # not when the event is published
    ]
    lines = tool("explain", visit, "--of", "patient", place=PLACE).lines
    assert (
        "Patient.worse null → Worsen due at 45, Patient.rounds null → recurring Round" in lines[0]
    )
    assert not any(re.search(r"Patient\.(worse|rounds)\b", line) for line in lines[1:])


def test_series_shows_a_scheduled_event_as_text(visit: Path) -> None:
    rows = series(Clinic, visit, "Server.line.0.end", of="world")
    assert [row.value for row in rows] == [
        "Renege due at 65", "Renege held, due in 45", "Renege due at 75", None
    ]  # fmt: skip


def test_event_that_is_lost_with_its_owner_is_explained(tool: Command, tmp_path: Path) -> None:
    path = tmp_path / "visit.jsonl"
    with Clinic.record(path) as clinic:
        clinic.run(5)
        clinic.perform(Arrive)
        clinic.perform(Leave, clinic.world[2])
        clinic.run(100)
    *_, line = tool("explain", path, "--of", "patient", place=PLACE).lines
    lost = ["cancels Round, due at 20", "cancels Worsen, due at 45", "cancels Renege, due at 65"]
    changes = line.split("  ")[2:]
    assert changes == [
        f"{x} by Ward.leave" for x in ("patient 2 despawned", *(f"{x}," for x in lost))
    ]
    *_, line = tool("explain", path, "--turn", "0", place=PLACE).lines
    assert line.split("  ")[-2:] == ["Ward.leave", ", ".join(lost)]
    said, *lines = tool("explain", path, "--event", "Worsen", place=PLACE).lines
    assert said == "no Worsen happened, but it was scheduled:"
    assert [line.strip() for line in lines] == [
        "turn 0, time 5  schedules Worsen, due at 45, by Ward.admit in Arrive #1",
        "turn 0, time 5  cancels Worsen, due at 45, by Ward.leave in Leave #3",
    ]


@pytest.mark.parametrize("options", [("--of", "patient"), ("--turn", "0-9")])
def test_cancelling_freezing_and_thawing_are_explained(
    tool: Command, visit: Path, options: tuple[str, str]
) -> None:
    def effects() -> list[str]:
        out = tool("explain", visit, *options, place=PLACE).out
        return re.findall(r"(?:freezes|thaws|cancels) \w+(?: \d+|, due at \d+)", out)

    assert effects() == ["freezes patient 2", "thaws patient 2"]
    with Clinic.record(visit, overwrite=True) as clinic:
        clinic.perform(Arrive)
        clinic.run(20)
        clinic.perform(Treat, clinic.world[2])
        clinic.perform(Treat, clinic.world[2])  # the event is no longer pending
    assert effects() == ["cancels Worsen, due at 40"]


def schedulers_on(tool: Command, journal: Path, turns: int | str, place: str = PLACE) -> list[str]:
    lines = tool("explain", journal, "--turn", turns, place=place).lines
    return [line.partition(" · scheduled by ")[2] for line in lines if "scheduled by" in line]


def test_event_names_its_scheduler_even_if_it_ran_before_the_explained_turn(
    tool: Command, visit: Path
) -> None:
    assert schedulers_on(tool, visit, 7) == ["Join #2", "Arrive #1"]


class Opening(Clinic):
    """A clinic in which the first patient arrives during the setup."""

    def setup(self) -> None:
        super().setup()
        self.world.publish(Arrive(self.actor))


def test_event_names_its_scheduler_even_if_it_ran_during_setup(
    tool: Command, tmp_path: Path
) -> None:
    place, path = f"{__name__}:Opening", tmp_path / "opening.jsonl"
    with Opening.record(path) as clinic:
        clinic.run(25)
        clinic.run(55)
    assert schedulers_on(tool, path, "0-1", place) == ["Arrive #1"]
    assert schedulers_on(tool, path, 4, place) == ["Arrive #1", "Arrive #1"]
