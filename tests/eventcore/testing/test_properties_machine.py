"""The machine passes a healthy simulation, and finds each fault with the intents that show it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine
from hypothesis.stateful import run_state_machine_as_test

from eventcore.replay import Source
from eventcore.testing.properties import SHRINKING_SECONDS, SimulationMachine, intents
from tests.eventcore.worlds import faults
from tests.eventcore.worlds.tally import SOURCE, Add, Left, Tally, source, source_of

INTENTS = intents(Add, by=st.integers(-5, 12) | st.integers(14, 90)) | intents(Left)
FEW = intents(Add, by=st.integers(1, 9))


class Steady(SimulationMachine):
    source = SOURCE
    intents = INTENTS


TestSteady = Steady.TestCase
TestSteady.settings = settings(max_examples=25, deadline=None)


class Varied(SimulationMachine):
    source = st.builds(lambda: SOURCE)
    intents = INTENTS


TestVaried = Varied.TestCase
TestVaried.settings = settings(max_examples=5, deadline=None)


class Mortal(Steady):
    """Dead as soon as its total passes 20, though in the world still."""

    intents = INTENTS

    def alive(self, entity: Any) -> bool:
        return bool(entity.alive and entity[Tally].total <= 20)


def failure(machine: type[SimulationMachine]) -> BaseException:
    """What a machine fails with."""
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
    ("given_source", "pattern"),
    [
        (
            source_of(faults.Gambler),
            r"^two plays .*Count #\d+: added \d+ played, \d+ played again;",
        ),
        (source_of(faults.Forgetful), r"added \d+ played \(and loaded after .*\), \d+ replayed"),
        (
            source_of(faults.recalling(faults.hoard)),
            r"^two plays .*Count #\d+: added \d+ played, \d+ played again;",
        ),
        (source_of(faults.Brittle), r"raised ZeroDivisionError: seven"),
        (source_of(faults.Hushing), r"Ache #2 was published and never settled"),
        (source(faults.Losing), r"marks \d+ long saved, 0 long loaded"),
    ],
)
def test_the_machine_finds_a_fault_and_notes_the_intents(
    given_source: Source, pattern: str
) -> None:
    class Machine(SimulationMachine):
        source = given_source
        intents = FEW

    found = failure(Machine)
    assert re.search(pattern, str(found))
    assert any(note.startswith("intents = [Add(by=") for note in found.__notes__)


def test_the_machine_finds_the_dead_acting() -> None:
    found = failure(Mortal)
    assert "was dead" in str(found)


def test_the_machine_finds_a_clone_that_touches_the_original() -> None:
    class Machine(SimulationMachine):
        source = st.builds(faults.sharing)
        intents = FEW

    assert "after a clone was played on" in str(failure(Machine))


@pytest.mark.parametrize(
    ("given_names", "message"),
    [
        ({"intents": FEW}, "Machine has no source; give it one, such as source = Source("),
        ({"source": SOURCE}, "Machine has no intents; give it some, such as intents = inte"),
    ],
)
def test_a_machine_that_lacks_something_says_what(
    given_names: dict[str, Any], message: str
) -> None:
    machine: Any = type("Machine", (SimulationMachine,), given_names)
    with pytest.raises(TypeError) as caught:
        machine.TestCase("runTest").runTest()
    assert str(caught.value).startswith(message)


def test_a_source_that_cannot_begin_is_reported_as_it_is() -> None:
    class Unbegun(SimulationMachine):
        source = Source(_refuse, SOURCE.restore)
        intents = FEW

    quick = settings(max_examples=1, deadline=None, database=None, phases=[Phase.generate])
    with pytest.raises(LookupError, match="no such level"):
        run_state_machine_as_test(Unbegun, settings=quick)


def _refuse() -> Any:
    raise LookupError("no such level")


def test_a_search_for_fewer_intents_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis would go on for five minutes where a play takes long."""
    assert engine.MAX_SHRINKING_SECONDS == SHRINKING_SECONDS == 30
    begun: list[int] = []

    def begin() -> Any:
        begun.append(1)
        return source_of(faults.Brittle).begin()

    class Counted(SimulationMachine):
        source = Source(begin, source_of(faults.Brittle).restore)
        intents = INTENTS

    def runs() -> int:
        begun.clear()
        with pytest.raises(AssertionError):
            run_state_machine_as_test(Counted, settings=shrinking)
        return len(begun)

    shrinking = settings(
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        stateful_step_count=20,
    )
    patient = runs()
    monkeypatch.setattr(engine, "MAX_SHRINKING_SECONDS", 0)
    assert runs() < patient
