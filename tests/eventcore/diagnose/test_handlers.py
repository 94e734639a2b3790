"""The handler table in the header shows which handlers changed since the recording."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from eventcore import APPLY, REACT, Component, World, component, handles
from eventcore.diagnose.report import account_of
from eventcore.errors import JournalError
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.journal.rules import Table, handler_changes
from eventcore.replay import EventLog, Recorder
from eventcore.replay.segments import verify_segments
from tests.eventcore.worlds.tally import (
    HEADER,
    Add,
    Count,
    Keeper,
    Leave,
    Tally,
    TallySimulation,
    source,
)

RECORDED: Table = {"Ward": ["count Arrive 700 target", "greet Arrive 1000 enactor"], "Door": []}


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({"Ward": RECORDED["Ward"], "Door": []}, []),
        (
            {"Ward": ["greet Arrive 1000 enactor"], "Door": []},
            ["Ward.count no longer handles Arrive"],
        ),
        (
            {"Door": []},
            [
                "Ward.count no longer handles Arrive: its class is not listed",
                "Ward.greet no longer handles Arrive: its class is not listed",
            ],
        ),
        (
            {"Ward": ["count Arrive 700 enactor", "greet Arrive 1000 enactor"], "Door": []},
            [
                "Ward.count handles Arrive in a different place: "
                "recorded 700 target, now 700 enactor"
            ],
        ),
        (
            {"Ward": [*RECORDED["Ward"], "tell Leave 1000 enactor"], "Door": []},
            ["Ward.tell handles Leave, but did not in the recording"],
        ),
        (
            {"Ward": [*RECORDED["Ward"], "count Arrive 700 enactor"], "Door": []},
            [
                "Ward.count handles Arrive in a different place: "
                "recorded 700 target, now 700 target and 700 enactor"
            ],
        ),
        (
            {"Ward": [*reversed(RECORDED["Ward"])], "Door": []},
            ["the component classes or their handlers are in a different order"],
        ),
    ],
)
def test_changes_between_two_tables(now: Table, expected: list[str]) -> None:
    assert [text for _, text in handler_changes(RECORDED, now)] == expected


def test_journal_without_a_table_tells_no_changes() -> None:
    assert handler_changes({}, RECORDED) == []


@component
class Bonus(Component):
    """Adds 1 to each count."""

    @handles(Count, APPLY + 10)
    def add_more(self, count: Count, world: World) -> None:
        count.added += 1


@component
class Idle(Component):
    """Handles an event that never happens."""

    @handles(Leave, REACT)
    def wait(self, leave: Leave, world: World) -> None: ...


def made_with(*parts: type[Component]) -> Any:
    class Simulation(TallySimulation):
        components = (Keeper, Tally, *parts)
        header = attrs.evolve(HEADER, handlers=Header.handlers_of((Keeper, Tally, *parts)))

        def __init__(self) -> None:
            super().__init__()
            for part in parts:
                self.world.attach(self.keeper, part())

    return Simulation


def account(path: Path, recorded: Any, replayed: Any, *, events: bool) -> list[str]:
    simulation = recorded()
    log = EventLog(simulation.world) if events else None
    writer = JournalWriter.create(path, attrs.evolve(simulation.header, events=events))
    recorder = Recorder(simulation, writer, log)
    for by in (3, 1, 4, 1, 5):
        recorder.perform(Add(by))
    recorder.close()
    journal, present = Journal.read(path, events=events), source(replayed)
    (segment,) = verify_segments(present, journal)
    return account_of(segment, journal, present).lines


@pytest.mark.parametrize("events", [False, True])
def test_handler_that_no_longer_runs_is_named_first(tmp_path: Path, events: bool) -> None:
    path = tmp_path / "tally.jsonl"
    lines = account(path, made_with(Bonus), made_with(), events=events)
    assert lines[1] == "  Bonus.add_more no longer handles Count: its class is not listed"
    lines = account(tmp_path / "more.jsonl", made_with(Bonus, Idle), made_with(), events=events)
    assert "Bonus.add_more" in lines[1]
    assert "Idle.wait" not in "\n".join(lines)  # no Leave was ever published


def test_intents_that_cannot_be_rerun_are_reported_only_if_no_cause_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise JournalError("Transfer cannot be loaded: there is no Entity 35")

    monkeypatch.setattr("eventcore.diagnose.report.find_parting", refuse)
    known = account(tmp_path / "known.jsonl", made_with(Bonus), made_with(), events=True)
    assert "Bonus.add_more no longer handles Count" in known[1]
    assert not any("Entity 35" in line for line in known)
    recorded = made_with(Bonus)

    class Changed(recorded):  # type: ignore[misc,valid-type]  # its base is made for this test
        def __init__(self) -> None:
            monkeypatch.setattr(Bonus, "add_more", lambda self, count, world: None)
            super().__init__()

    unknown = account(tmp_path / "unknown.jsonl", recorded, Changed, events=True)
    assert unknown[-1].startswith("  verify could not check whether the simulation is determinis")


def test_handler_of_an_event_that_was_not_replayed_is_listed_with_this_fact(tmp_path: Path) -> None:
    path = tmp_path / "tally.jsonl"
    lines = account(path, made_with(Idle), made_with(), events=True)
    assert lines[1] == (
        "  Idle.wait no longer handles Leave: its class is not listed (no such event was replayed)"
    )


@component
class Guess(Component):
    """Limits each count to an amount that the tally accepts."""

    @handles(Count, APPLY - 10)
    def limit(self, count: Count, world: World) -> None:
        count.by = min(count.by, 5)


def test_handler_whose_absence_leads_to_an_error_is_named(tmp_path: Path) -> None:
    simulation = made_with(Guess)()
    writer = JournalWriter.create(tmp_path / "tally.jsonl", simulation.header)
    recorder = Recorder(simulation, writer)
    recorder.perform(Add(13))  # without Guess, the tally raises an error
    recorder.close()
    journal, present = Journal.read(tmp_path / "tally.jsonl"), source(made_with())
    (segment,) = verify_segments(present, journal)
    lines = account_of(segment, journal, present).lines
    assert "raises on turn 0" in lines[0]
    assert lines[1] == "  Guess.limit no longer handles Count: its class is not listed"
