"""Regenerating golden journals replaces only changed journals, and shows the changes."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore.journal import Journal
from tests.eventcore.testing.journal_projects import configure, failure, regenerated, rule, run
from tests.eventcore.worlds.boxing import record


def test_unchanged_journals_keep_their_bytes_and_times(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    (pytester.path / "code.txt").write_text("0ld")
    paths = [record(golden / name, 3, 4) for name in ("a.jsonl", "b.jsonl", "c.jsonl")]
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in paths]
    (pytester.path / "code.txt").write_text("new")  # a new code hash alone is ignored
    assert regenerated(pytester) == snapshot
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in paths] == before


def test_changed_rule_is_written_and_shown_event_by_event(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    path = record(golden / "a.jsonl", 3, 4)
    path.chmod(0o640)
    same = record(golden / "b.jsonl").read_bytes()
    (pytester.path / "code.txt").write_text("new")
    rule(pytester, '{"armour": 2}')
    lines = regenerated(pytester)
    assert [line for line in lines if "state" not in line] == snapshot
    journal = Journal.read(path, events=True)
    assert [event.type for event in journal.events[1]] == ["Hurt", "Blow"]
    assert [record.type for record in journal.records] == ["Hit", "Hit", "close"]
    assert (journal.header.names, journal.header.code) == ({"1": "world"}, "new")
    assert (golden / "b.jsonl").read_bytes() != same
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in golden.iterdir()) == ["a.jsonl", "b.jsonl"]
    run(pytester).assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("before", "after"),
    [("{}", '{"falls_at": 15}'), ('{"falls_at": 15}', "{}"), ("{}", '{"rest": 1}')],
    ids=["new", "gone", "later"],
)
def test_new_missing_and_later_events_are_shown_once(
    pytester: pytest.Pytester, golden: Path, before: str, after: str, snapshot: SnapshotAssertion
) -> None:
    rule(pytester, before)
    record(golden / "a.jsonl", 3, 4, 4, 4)
    rule(pytester, after)
    assert regenerated(pytester) == snapshot


def test_without_events_records_are_compared(pytester: pytest.Pytester, golden: Path) -> None:
    path = record(golden / "a.jsonl", 3, 4, 4, events=False)
    old = [record.digest for record in Journal.read(path).records]
    rule(pytester, '{"falls_at": 15}')
    lines = regenerated(pytester)
    new = [record.digest for record in Journal.read(path).records]
    assert f"digest {old[2]} -> {new[2]}" in lines[2]
    assert not Journal.read(path).header.events
    assert path.read_bytes() == record(golden / "b.jsonl", 3, 4, 4, events=False).read_bytes()


def test_intent_that_raises_now_leaves_the_file_alone(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ZeroDivisionError):
        record(golden / "a.jsonl", 3, 13)
    before = (golden / "a.jsonl").read_bytes()
    assert failure(pytester, "--regenerate-journals") == snapshot
    assert (golden / "a.jsonl").read_bytes() == before


def test_simulation_that_is_not_deterministic_leaves_the_file_alone(
    pytester: pytest.Pytester, golden: Path
) -> None:
    configure(pytester, "tests.eventcore.worlds.boxing:drifting")
    before = record(golden / "a.jsonl", 30, 40).read_bytes()
    assert "golden/a.jsonl" in failure(pytester, "--regenerate-journals")
    assert (golden / "a.jsonl").read_bytes() == before


SHOP = """
from eventcore import APPLY, Action, Component, Simulation, component, event, handles

@event
class Sell(Action): pass

@component
class Shop(Component):
    sold: int = 0
    @handles(Sell, APPLY)
    def sell(self, sell, world): self.sold += 1

class Day(Simulation):
    components, intents = (Shop,), (Sell,)
    def setup(self, clerks: int = 1{more}): self.world.attach(self.world.root, Shop())
"""


def test_new_setup_parameter_changes_no_golden_journal(
    pytester: pytest.Pytester, golden: Path
) -> None:
    pytester.syspathinsert()
    path = golden / "a.jsonl"
    pytester.makepyfile(old_shop=SHOP.format(more=""))
    old: Any = import_module("old_shop")
    with old.Day.record(path) as day:
        for _ in range(120):  # long enough for a digest of the whole state
            day.perform(old.Sell)
    before = path.read_bytes()
    pytester.makepyfile(new_shop=SHOP.format(more=", beds: int = 5"))
    configure(pytester, "new_shop:Day")
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "--regenerate-journals").assert_outcomes(passed=1)
    assert path.read_bytes() == before
