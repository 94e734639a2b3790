"""``verify`` names a handler that writes, or no longer writes, the field of another entity."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from eventcore import (
    APPLY,
    REACT,
    Action,
    Component,
    Entity,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from tests.eventcore.tools.conftest import Command

PLACE = f"{__name__}:Ward"


@event
class Visit(Action):
    """The enactor, a doctor, examines and treats a patient."""

    patient: Entity = role()
    pain: int = 0


@event
class Leave(Action):
    """The enactor goes home."""


@component
class Patient(Component):
    pain: int = 5
    drug: str = ""


@component
class Doctor(Component):
    """Treats patients in ``prescribe``, which a test replaces."""

    healed: int = 0
    severe: int = 0

    @handles(Visit, APPLY)
    def examine(self, visit: Visit, world: World) -> None:
        visit.pain = visit.patient[Patient].pain
        visit.patient[Patient].pain += 1

    @handles(Visit, APPLY + 10)
    def treat(self, visit: Visit, world: World) -> None:
        visit.patient[Patient].drug = self.prescribe(visit, world)

    @handles(Visit, REACT - 10)
    def count(self, visit: Visit, world: World) -> None:
        self.healed += 1
        if visit.patient[Patient].drug == "rest":
            self.severe += 1

    @handles(Visit, REACT)
    def discharge(self, visit: Visit, world: World) -> None:
        if self.is_well(visit):
            world.despawn(visit.patient)

    def prescribe(self, visit: Visit, world: World) -> str:
        return f"drug {visit.patient.id}-{visit.pain}-{world.stream('drugs').below(9)}"

    def is_well(self, visit: Visit) -> bool:
        return False


@component
class Screen(Component):
    """Shows the last patient. It has no reason to change the patient."""

    shown: int = 0

    @handles(Visit, REACT)
    def show(self, visit: Visit, world: World) -> None:
        self.shown = visit.patient.id


class Ward(Simulation):
    components = (Doctor, Screen, Patient)
    intents = (Visit, Leave)

    def setup(self) -> None:
        self.world.spawn(Doctor(), Screen())
        for _ in range(4):
            self.world.spawn(Patient())

    @property
    def actor(self) -> Entity:
        return self.world[2]

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return "patient" if Patient in entity else "doctor"


def record(path: Path, visited: Sequence[int], *, events: bool = False) -> None:
    """Record a visit to a patient on each turn."""
    with Ward.record(path, events=events) as ward:
        for turn, patient in enumerate(visited, 1):
            ward.perform(Visit, ward.world[patient])
            ward.run(100 * turn)


def verify(tool: Command, path: Path) -> list[str]:
    return [line.strip() for line in tool("verify", path, place=PLACE).err.splitlines()]


events = pytest.mark.parametrize("events", [False, True], ids=["digests", "events"])


@events
@pytest.mark.parametrize(("rounds", "pain"), [(1, 5), (3, 7)], ids=["first write", "later write"])
def test_handler_that_no_longer_writes_to_another_entity_comes_first(
    tool: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    events: bool,
    rounds: int,
    pain: int,
) -> None:
    path, treat = tmp_path / "ward.jsonl", Doctor.treat
    record(path, [3, 4, 5, 6] * rounds, events=events)

    def forget(self: Doctor, visit: Visit, world: World) -> None:
        drug = visit.patient[Patient].drug
        treat(self, visit, world)
        if (visit.patient.id, visit.pain) == (5, pain):
            visit.patient[Patient].drug = drug

    monkeypatch.setattr(Doctor, "treat", forget)
    lines = verify(tool, path)
    at = next(n for n, x in enumerate(lines) if x.startswith("Patient.drug of patient 5: recorded"))
    left = next(line for line in lines[at:] if line.startswith("left unchanged by "))
    assert left.startswith("left unchanged by Doctor.treat in Visit #"), lines


@events
def test_handler_that_first_writes_to_another_entity_is_named_before_its_consequences(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    path, show = tmp_path / "ward.jsonl", Screen.show
    record(path, [3] * 20, events=events)

    def meddle(self: Screen, visit: Visit, world: World) -> None:
        show(self, visit, world)
        if world.turn >= 12:
            visit.patient[Patient].pain += 100

    monkeypatch.setattr(Screen, "show", meddle)
    lines = verify(tool, path)
    if not events:
        assert (
            lines[1] == "first writes since the state was last equal: Patient.pain by Screen.show"
        )
    writers = next(line for line in lines if line.startswith("writers of state"))
    assert "rarest first: Screen.show (Patient.pain), " in writers


def test_verify_lists_an_entity_not_removed_before_writes_to_its_component(
    tool: Command, tmp_path: Path
) -> None:
    path = tmp_path / "ward.jsonl"
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(Doctor, "is_well", lambda self, visit: visit.patient.id == 5)
        record(path, [5, *[3, 4] * 10], events=True)
    lines = verify(tool, path)
    assert lines[0].endswith(": Patient")
    assert lines[2].startswith("patient 5 exists only in the replay"), lines
    assert "Doctor.discharge in Visit #1" in next(x for x in lines if x.startswith("not removed"))
    assert lines.index("Patient:") > 2


def test_field_that_no_handler_ever_wrote_comes_after_a_field_that_was_written(
    tool: Command, tmp_path: Path
) -> None:
    path, prescribe = tmp_path / "ward.jsonl", Doctor.prescribe

    def rest(self: Doctor, visit: Visit, world: World) -> str:
        prescribe(self, visit, world)
        return "rest"

    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(Doctor, "prescribe", rest)
        record(path, [3])
    lines = verify(tool, path)
    assert lines[1].startswith('Patient.drug of patient 3: recorded "rest", replayed "drug'), lines
    severe = lines.index("Doctor.severe of doctor 2: recorded 1, replayed 0")
    assert "no handler or observer wrote it in the replay" in lines[severe:]


def test_verify_lists_a_stream_used_by_one_run_before_the_fields(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ward.jsonl"
    record(path, [3, 4])
    monkeypatch.setattr(Doctor, "prescribe", lambda _, visit, world: world.stream("new").pick("ab"))
    lines = verify(tool, path)
    first = next(n for n, line in enumerate(lines) if line.startswith("the saved state of")) + 1
    assert lines[first].startswith("streams.drugs: recorded ["), lines
    assert lines[first].endswith(", replayed nothing")


@pytest.mark.parametrize(("draws", "verdict"), [(1, "is the same"), (2, "differs")])
def test_verify_says_whether_the_records_before_an_unknown_intent_are_the_same(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, draws: int, verdict: str
) -> None:
    path, prescribe = tmp_path / "ward.jsonl", Doctor.prescribe
    with Ward.record(path) as ward:
        ward.perform(Visit, ward.world[3])
        ward.perform(Leave)

    def draw(self: Doctor, visit: Visit, world: World) -> str:
        *_, last = (prescribe(self, visit, world) for _ in range(draws))
        return last

    monkeypatch.setattr(Doctor, "prescribe", draw)
    monkeypatch.setattr(f"{__name__}.Ward", type("Ward", (Ward,), {"intents": (Visit,)}))
    line, *_ = verify(tool, path)
    assert line.endswith(f"no intent is called 'Leave'; the part before it {verdict}")
