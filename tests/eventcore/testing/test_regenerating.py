"""Golden journals recorded anew: only what changed is written, and what changed is shown."""

from pathlib import Path

import attrs
import msgspec
import pytest

from eventcore.journal import Settled, read_journal
from eventcore.testing.changes import changes
from tests.eventcore.testing.test_journals import configure, fails, rule, run, shown
from tests.eventcore.worlds.boxing import record


@pytest.fixture
def golden(pytester: pytest.Pytester) -> Path:
    """A project with an empty folder of golden journals."""
    configure(pytester)
    return pytester.mkdir("golden")


def test_what_is_the_same_keeps_its_bytes_and_its_time(
    pytester: pytest.Pytester, golden: Path
) -> None:
    paths = [record(golden / name, 3, 4) for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.zst")]
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in paths]
    result = run(pytester, "--regenerate-journals")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*regenerated journals*", "no journal changed"])
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in paths] == before


def test_that_only_the_code_is_another_is_no_reason_to_write(
    pytester: pytest.Pytester, golden: Path
) -> None:
    (pytester.path / "code.txt").write_text("0ld")
    path = record(golden / "a.jsonl", 3, 4)
    before = path.read_bytes()
    (pytester.path / "code.txt").write_text("new")
    run(pytester, "--regenerate-journals").stdout.fnmatch_lines(["no journal changed"])
    assert path.read_bytes() == before
    rule(pytester, '{"armour": 2}')
    result = run(pytester, "--regenerate-journals")
    assert "  header: code '0ld' -> 'new'" in shown(result, "golden/a.jsonl:", 4)
    assert read_journal(path).header.code == "new"


def test_a_changed_rule_is_written_and_shown_event_by_event(
    pytester: pytest.Pytester, golden: Path
) -> None:
    path = record(golden / "a.jsonl", 3, 4)
    same = record(golden / "b.jsonl").read_bytes()
    rule(pytester, '{"armour": 2}')
    result = run(pytester, "--regenerate-journals")
    assert result.parseoutcomes() == {"regenerated": 2}
    said = shown(result, "golden/a.jsonl:", 9)
    assert said.pop().startswith("    turn 0  before close (line 2)  state ")
    assert said == [
        "golden/a.jsonl: 5 changes",
        "  header: content '{}' -> '{\"armour\": 2}'",
        "    turn 1  Hurt #2  left 18 -> 19, loss 2 -> 1",
        "    turn 1  Blow #1  force 2 -> 1",
        "    turn 2  Hurt #4  left 15 -> 17, loss 3 -> 2",
        "    turn 2  Blow #3  force 3 -> 2",
        "golden/b.jsonl: 2 changes",
        "  header: content '{}' -> '{\"armour\": 2}'",
    ]
    journal = read_journal(path, events=True)
    assert [event.type for event in journal.events[1]] == ["Hurt", "Blow"]
    assert [record.type for record in journal.records] == ["Hit", "Hit", "close"]
    assert journal.header.names == {"1": "world"}
    assert (golden / "b.jsonl").read_bytes() != same
    run(pytester).assert_outcomes(passed=2)
    assert sorted(path.name for path in golden.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_an_event_that_is_new_is_shown_and_moves_none_of_the_others(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", 3, 4, 4, 4)
    rule(pytester, '{"falls_at": 15}')
    result = run(pytester, "--regenerate-journals")
    assert shown(result, "golden/a.jsonl:", 6) == [
        "golden/a.jsonl: 5 changes",
        "  header: content '{}' -> '{\"falls_at\": 15}'",
        "  + turn 2  Fall #5  done  enactor 1",
        "    turn 3  Hurt #6  left 12 -> 17",
        "  + turn 4  Fall #10  done  enactor 1",
        "    turn 4  Hurt #8  left 9 -> 14",
    ]


def test_an_event_that_is_gone_is_shown(pytester: pytest.Pytester, golden: Path) -> None:
    rule(pytester, '{"falls_at": 15}')
    record(golden / "a.jsonl", 3, 4)
    rule(pytester, "{}")
    result = run(pytester, "--regenerate-journals")
    assert shown(result, "golden/a.jsonl:", 3) == [
        "golden/a.jsonl: 2 changes",
        "  header: content '{\"falls_at\": 15}' -> '{}'",
        "  - turn 2  Fall #5  done  enactor 1",
    ]


def test_that_all_comes_a_turn_later_is_shown_once(pytester: pytest.Pytester, golden: Path) -> None:
    record(golden / "a.jsonl", 3, 4, 4)
    rule(pytester, '{"rest": 1}')
    result = run(pytester, "--regenerate-journals")
    assert shown(result, "golden/a.jsonl:", 3) == [
        "golden/a.jsonl: 2 changes",
        "  header: content '{}' -> '{\"rest\": 1}'",
        "    turn 2  Hurt #4  turn 2 -> 3",
    ]


def test_without_events_the_records_are_compared(pytester: pytest.Pytester, golden: Path) -> None:
    path = record(golden / "a.jsonl", 3, 4, 4, events=False)
    old = [record.digest for record in read_journal(path).records]
    rule(pytester, '{"falls_at": 15}')
    result = run(pytester, "--regenerate-journals")
    new = [record.digest for record in read_journal(path).records]
    assert shown(result, "golden/a.jsonl:", 3) == [
        "golden/a.jsonl: 2 changes",
        "  header: content '{}' -> '{\"falls_at\": 15}'",
        f"    turn 2  before Hit (line 4)  digest {old[2]} -> {new[2]}, seq 5 -> 6",
    ]
    assert not read_journal(path).header.events


def test_events_can_be_added_to_what_was_recorded_without(
    pytester: pytest.Pytester, golden: Path
) -> None:
    path = record(golden / "a.jsonl", 3, 4, events=False)
    result = run(pytester, "--regenerate-journals-with-events")
    assert shown(result, "golden/a.jsonl:", 3) == [
        "golden/a.jsonl: 2 changes",
        "  header: events False -> True",
        "  header: names {} -> {'1': 'world'}",
    ]
    assert path.read_bytes() == record(golden / "b.jsonl", 3, 4).read_bytes()


def test_no_more_than_twenty_changes_of_a_journal_are_shown(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", *[2] * 15)
    rule(pytester, '{"armour": 2}')
    lines = shown(run(pytester, "--regenerate-journals"), "golden/a.jsonl:", 23)
    assert lines[0] == "golden/a.jsonl: 31 changes"
    assert lines[20].startswith("    turn 10  Hurt #20  left 10 -> 20")
    assert lines[21] == "  and 11 more"
    assert lines[22].startswith("=====")


@pytest.mark.slow
def test_what_other_processes_regenerate_is_shown_too(
    pytester: pytest.Pytester, golden: Path
) -> None:
    for name in ("a.jsonl", "b.jsonl.zst"):
        record(golden / name, 3)
    rule(pytester, '{"armour": 2}')
    result = run(pytester, "--regenerate-journals", "-n", "2")
    assert result.parseoutcomes() == {"regenerated": 2}
    assert shown(result, "golden/a.jsonl:", 5)[2:] == [
        "    turn 1  Hurt #2  left 18 -> 19, loss 2 -> 1",
        "    turn 1  Blow #1  force 2 -> 1",
        "golden/b.jsonl.zst: 3 changes",
    ]


def test_an_intent_that_raises_now_leaves_the_file_alone(
    pytester: pytest.Pytester, golden: Path
) -> None:
    with pytest.raises(ZeroDivisionError):
        record(golden / "a.jsonl", 3, 13)
    before = (golden / "a.jsonl").read_bytes()
    fails(
        pytester,
        "golden/a.jsonl cannot be regenerated: on turn 1 (line 4) Hit raises "
        "ZeroDivisionError: thirteen",
        options=("--regenerate-journals",),
    )
    assert (golden / "a.jsonl").read_bytes() == before


def test_what_two_runs_record_otherwise_leaves_the_file_alone(
    pytester: pytest.Pytester, golden: Path
) -> None:
    configure(pytester, "tests.eventcore.worlds.boxing:drifting")
    before = record(golden / "a.jsonl", 30, 40).read_bytes()
    fails(
        pytester,
        "golden/a.jsonl cannot be regenerated: two runs of the same intents differ: the second *",
        options=("--regenerate-journals",),
    )
    assert (golden / "a.jsonl").read_bytes() == before


def test_who_may_read_a_journal_is_left_as_it_was(pytester: pytest.Pytester, golden: Path) -> None:
    path = record(golden / "a.jsonl", 3)
    path.chmod(0o640)
    rule(pytester, '{"armour": 2}')
    run(pytester, "--regenerate-journals")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_field_that_is_not_there_is_not_none(tmp_path: Path) -> None:
    def renamed(event: Settled, **data: int | None) -> Settled:
        return msgspec.structs.replace(event, data=data)

    old = read_journal(record(tmp_path / "a.jsonl", 3), events=True)
    hurt, blow = old.events[1]
    new = attrs.evolve(old, events=[[], [renamed(hurt, enactor=1, lost=2, left=None), blow]])
    old = attrs.evolve(old, events=[[], [renamed(hurt, enactor=1, loss=2), blow]])
    assert list(changes(old, new)) == [
        "  turn 1  Hurt #2  loss 2 -> (not there), left (not there) -> None, lost (not there) -> 2"
    ]
