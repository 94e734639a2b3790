"""The state machine passes a healthy simulation, and finds the intents that reveal a fault."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from eventcore.replay import Source
from eventcore.simulation import Run
from eventcore.testing import SimulationMachine, check_simulation, intents
from eventcore.testing.fakes import RunFor
from eventcore.testing.properties.checks import check_events
from examples.clinic import Arrive, Clinic, Leave, Ward
from tests.eventcore.worlds import faults
from tests.eventcore.worlds.tally import SOURCE, Add, Left, Tally, source, source_of

INTENTS = intents(Add, by=st.integers(-5, 12) | st.integers(14, 90)) | intents(Left)
FEW = intents(Add, by=st.integers(1, 9))


class Steady(SimulationMachine):
    source = SOURCE
    intents = INTENTS


TestSteady = Steady.TestCase
TestSteady.settings = settings(max_examples=10, deadline=None)


class Days(SimulationMachine):
    """Plays a simulation whose intents are actions."""

    source = Source(Clinic, Clinic.restore)
    intents = intents(Arrive, Leave, Run, patient=st.sampled_from("AB"))


TestDays = Days.TestCase
TestDays.settings = settings(max_examples=10, deadline=None)


class Mortal(Steady):
    """Is dead as soon as its total passes 20, but stays in the world."""

    intents = INTENTS

    def alive(self, entity: Any) -> bool:
        return bool(entity.alive and entity[Tally].total <= 20)


def machine(given_source: Any) -> type[SimulationMachine]:
    class Machine(SimulationMachine):
        source = given_source
        intents = FEW

    return Machine


def failure(machine: type[SimulationMachine]) -> BaseException:
    quick = settings(
        max_examples=60,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(machine, settings=quick)
    return caught.value


@pytest.mark.parametrize(
    ("faulty", "named"),
    [
        (machine(source_of(faults.Gambler)), "added "),
        (machine(source_of(faults.Forgetful)), "added "),
        (machine(source_of(faults.recalling(faults.hoard))), "added "),
        (machine(source_of(faults.Brittle)), "ZeroDivisionError: seven"),
        (machine(source_of(faults.Hushing)), "Ache #2"),
        (machine(source(faults.Losing)), "Tally.marks"),
        (machine(st.builds(faults.sharing)), "Tally.marks"),
        (Mortal, "Entity(2)"),
    ],
    ids=["chance", "forgetful", "elsewhere", "raises", "open", "losing", "sharing", "dead"],
)
def test_fault_is_found_and_the_intents_are_noted(
    faulty: type[SimulationMachine], named: str
) -> None:
    found = failure(faulty)
    assert named in str(found)
    assert any(note.startswith("intents = [Add(by=") for note in found.__notes__)


def test_failure_after_a_save_names_the_fields_that_saves_omit() -> None:
    notes = failure(machine(source_of(faults.Forgetful))).__notes__
    unsaved = "saves omit these, so no rule may depend on them: Forgetful._streak"
    assert notes[1:2] == [unsaved]
    assert unsaved not in failure(machine(source_of(faults.Brittle))).__notes__


def test_run_for_counts_from_the_present_time() -> None:
    clinics: list[Clinic] = []

    def begin() -> Clinic:
        clinics.append(Clinic())
        return clinics[-1]

    check_events(Source(begin, Clinic.restore), [RunFor(30), RunFor(20), RunFor(None)])
    assert clinics[0].world.agenda.now == 50


def test_failure_is_shrunk_without_tracing_the_lines_of_the_library() -> None:
    brittle = machine(source_of(faults.Brittle))
    brittle.TestCase.settings = settings(deadline=None, database=None, derandomize=True)
    with pytest.raises(AssertionError) as caught:
        brittle.TestCase("runTest").runTest()
    notes = "\n".join(caught.value.__notes__)
    assert "intents = [Add(by=7)]" in notes
    assert "Explanation" not in notes


def test_list_of_absolute_times_is_played_by_every_check() -> None:
    check_simulation(Source(Clinic, Clinic.restore), [Run(30), Run(50), Run(50)])


def test_check_accepts_a_class_and_a_function_that_creates_the_simulation() -> None:
    class Forgetful(Clinic):
        def restored(self) -> None:
            self.world.root[Ward].patients.clear()

    desk = Clinic().world.root
    arrivals = [Arrive(desk, "Ann"), Arrive(desk, "Bob"), Leave(desk, "Ann")]
    check_simulation(Clinic, arrivals)
    with pytest.raises(AssertionError, match="1 long when saved, 0 long after loading"):
        check_simulation(Forgetful, arrivals)
    check_simulation(lambda: Forgetful(beds=0), arrivals)  # it admits no patients, so loses none


def test_machine_accepts_a_class() -> None:
    class Classy(SimulationMachine):
        source = Clinic
        intents = Days.intents

    run_state_machine_as_test(Classy, settings=settings(max_examples=5, deadline=None))
