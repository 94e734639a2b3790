"""The first record or event in which two recordings, or two simulations, differ."""

from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore.journal import Journal
from eventcore.journal.format import CLOSE
from eventcore.replay import Lockstep, LockstepDivergence, compare
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


# Two simulations in lockstep


class Generous(TallySimulation):
    def perform(self, intent: Add) -> object:
        if self.world.turn == 2:
            intent = Add(intent.by + 1)
        return super().perform(intent)


def test_equal_simulations_do_not_part() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation())
    for by in (3, 99, 4):
        one, other = lockstep.perform(Add(by))
        assert (one.outcome, one.added) == (other.outcome, other.added)
        assert len(set(lockstep.seal(0))) == 1
    assert (lockstep.intents, lockstep.divergence) == (3, None)


def test_first_event_that_differs_is_named() -> None:
    lockstep = Lockstep(TallySimulation(), Generous())
    for by in (3, 1, 4, 1):
        lockstep.perform(Add(by))
    assert lockstep.divergence == LockstepDivergence(3, 2, "Count #3", "added", (9, 10))


def test_difference_that_no_event_shows_is_in_the_digest() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation())
    lockstep.other.world.stream("luck").below(10)
    lockstep.seal(0)
    assert lockstep.divergence is not None
    assert (lockstep.divergence.intents, lockstep.divergence.event, lockstep.divergence.field) == (
        0, "", "digest",
    )  # fmt: skip


def test_first_difference_stays_though_others_follow() -> None:
    lockstep = Lockstep(TallySimulation(7), TallySimulation(8))
    lockstep.perform(Add(1))
    parted = lockstep.divergence
    assert parted is not None
    assert (parted.intents, parted.field) == (1, "added")
    lockstep.perform(Add(1))
    lockstep.seal(0)
    assert lockstep.divergence is parted
