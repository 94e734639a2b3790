"""The comparison finds the first record or event in which two recordings differ."""

from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import CLOSE
from eventcore.replay import Recorder, verify
from eventcore.replay.comparison import compare
from tests.eventcore.worlds.tally import Add, TallySimulation, record


def tally(tmp_path: Path, name: str, *amounts: int, events: bool = False) -> Journal:
    return record(tmp_path / name, amounts, events=events)


@pytest.mark.parametrize("events", [False, True])
def test_equal_recordings_are_the_same(tmp_path: Path, events: bool) -> None:
    one = tally(tmp_path, "1", 3, 1, 4, events=events)
    found = compare(one, tally(tmp_path, "2", 3, 1, 4, events=events))
    assert found.same
    assert (found.records, found.events, found.turn) == (4, 3 * events, 3)


def test_other_intent_is_told_before_the_state_it_met(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    found = compare(tally(tmp_path, "1", 3, 1, 4), tally(tmp_path, "2", 3, 2, 4))
    assert (found.records, found.turn, found.lines) == (1, 1, (3, 3))
    assert found.what == snapshot
    assert found.fields == [("data", {"by": 1}, {"by": 2})]


def test_recording_that_goes_on_is_longer(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    closed, longer = tally(tmp_path, "1", 3, 1), tally(tmp_path, "2", 3, 1, 4)
    assert closed.records[-1].type == CLOSE
    found = compare(longer, closed)
    assert (found.records, found.turn, found.lines, found.fields) == (2, 2, (4, 0), [])
    cut = attrs.evolve(closed, records=closed.records[:-1], lines=closed.lines[:-1])
    missing = compare(cut, closed)
    assert (missing.records, missing.lines) == (2, (0, 4))
    assert [found.what, missing.what] == snapshot


def test_close_in_the_middle_of_a_run_is_not_its_end(tmp_path: Path) -> None:
    whole, closed = tally(tmp_path, "1", 3, 1, 4), tally(tmp_path, "2", 3, 1)
    simulation = TallySimulation()
    assert verify(simulation, closed) is None
    assert closed.path is not None
    writer = JournalWriter.resume(closed.path, closed)
    recorder = Recorder(simulation, writer, records=len(closed.records))
    recorder.perform(Add(4))
    recorder.close()
    found = compare(whole, Journal.read(closed.path))
    assert (found.records, found.lines) == (2, (4, 4))
    assert found.fields[0] == ("type", "Add", CLOSE)


def test_event_that_differs_is_named_with_all_its_fields(tmp_path: Path) -> None:
    one = tally(tmp_path, "1", 3, 1, 4, events=True)
    other = tally(tmp_path, "2", 3, 1, 5, events=True)
    early = attrs.evolve(other, records=one.records)
    found = compare(one, early)
    assert (found.records, found.events, found.lines) == (3, 2, (7, 7))
    assert found.what == "Count #3"
    assert sorted(field[0] for field in found.fields) == ["added", "by"]


def test_headers_are_compared_first_except_for_the_engine(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    one = tally(tmp_path, "1", 3)
    other = attrs.evolve(one, header=attrs.evolve(one.header, engine="9", events=True))
    assert compare(one, other).same
    other = attrs.evolve(one, header=attrs.evolve(one.header, seed=8, content="x"))
    found = compare(one, other)
    assert (found.records, found.lines) == (0, (1, 1))
    assert found.what == snapshot
    assert found.fields == [("seed", 7, 8), ("content", "", "x")]


@pytest.mark.parametrize("events", [False, True])
def test_recordings_under_other_rules_are_compared_too(tmp_path: Path, events: bool) -> None:
    one = tally(tmp_path, "1", 3, 1, 4, events=events)
    same = attrs.evolve(one, header=attrs.evolve(one.header, chains="x", content="y"))
    found = compare(one, same)
    assert (found.records, found.turn, found.lines, found.what) == (4, 0, (1, 1), "the header")
    assert found.fields == [("content", "", "y"), ("chains", "", "x")]
    other = tally(tmp_path, "2", 3, 1, 5, events=events)
    other = attrs.evolve(other, header=attrs.evolve(other.header, chains="x", content="y"))
    found = compare(one, other)
    assert found.lines == ((6, 6) if events else (4, 4))
    assert found.fields[0] == ("data", {"by": 4}, {"by": 5})
    assert [name for name, *_ in found.rules] == ["content", "chains"]
