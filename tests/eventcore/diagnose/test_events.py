"""A differing event is traced to the handlers that wrote, published or answered it."""

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import World
from eventcore.diagnose.report import account_of
from eventcore.journal import Journal
from eventcore.replay import Source
from eventcore.replay.segments import verify_segments
from tests.eventcore.worlds import boxing, tally
from tests.eventcore.worlds.boxing import Fist
from tests.eventcore.worlds.tally import Count, Tally


@pytest.fixture
def boxed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    """Record three blows. For each blow, the journal has a record, a Hurt and a Blow."""
    monkeypatch.chdir(tmp_path)
    rule()
    return Journal.read(boxing.record(tmp_path / "boxing.jsonl", 1, 2, 3), events=True)


def rule(**rules: int) -> None:
    """Change the rules of boxing for all simulations created after this call."""
    Path("rules.json").write_text(json.dumps({"strength": 3, **rules}), "utf-8")


def account(journal: Journal, source: Source | None = None) -> list[str]:
    source = source or boxing.source_for(journal)
    (segment,) = verify_segments(source, journal)
    return account_of(segment, journal, source).lines


def test_field_is_shown_with_the_handler_that_last_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tally.record(tmp_path / "tally.jsonl", [3, 1, 4], events=True)
    add = Tally.add

    def add_more(self: Tally, count: Count, world: World) -> None:
        add(self, count, world)
        count.added += world.sequence == 2

    monkeypatch.setattr(Tally, "add", add_more)
    lines = account(journal, tally.SOURCE)
    line = lines[1]
    assert "Count #2: added" in line
    assert any("by Tally.add (APPLY 700)" in line for line in lines)


def test_difference_is_followed_to_the_event_that_caused_it(
    boxed: Journal, snapshot: SnapshotAssertion
) -> None:
    rule(armour=3)
    lines = account(boxed)
    assert "Blow #1: force" in lines[1]
    assert lines == snapshot


def test_outcome_is_told_with_the_handler_that_failed_the_event(
    boxed: Journal, snapshot: SnapshotAssertion
) -> None:
    rule(weak=True)
    lines = account(boxed)
    assert "Fist.falter" in lines[2]
    assert lines == snapshot


@pytest.mark.parametrize(
    "rules", [{"late": True}, {"falls_at": 18}, {"falls_at": 15}], ids=["deferred", "fall", "late"]
)
def test_event_published_instead_of_the_recorded_one_is_named_with_its_publisher(
    boxed: Journal, rules: dict[str, int], snapshot: SnapshotAssertion
) -> None:
    rule(**rules)
    assert account(boxed) == snapshot


def test_missing_event_is_named_with_its_usual_publisher(
    boxed: Journal, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    land = Fist.land

    def miss_the_last(self: Fist, blow: boxing.Blow, world: World) -> None:
        if world.turn < 3:
            land(self, blow, world)

    monkeypatch.setattr(Fist, "land", miss_the_last)
    lines = account(boxed)
    assert "Fist.land" in "".join(lines)
    assert lines == snapshot


def test_missing_write_is_reported_with_its_usual_writer(
    boxed: Journal, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    turn_aside = Fist.turn_aside

    def turn_the_first_aside(self: Fist, blow: boxing.Blow, world: World) -> None:
        if world.turn < 3:
            turn_aside(self, blow, world)

    monkeypatch.setattr(Fist, "turn_aside", turn_the_first_aside)
    lines = account(boxed)
    assert "Fist.turn_aside" in "".join(lines)
    assert lines == snapshot
