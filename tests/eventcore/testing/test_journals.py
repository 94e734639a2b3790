"""The plugin replays each golden journal as a test, and a failure shows the differences."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import UPGRADE, Record, Upgrade, encode_upgrade
from eventcore.replay import Recorder
from tests.eventcore.testing.journal_projects import configure, failure, rule, run
from tests.eventcore.worlds import boxing, tally
from tests.eventcore.worlds.boxing import record

ADVICE = "pytest --regenerate-journals "
"""The command that a failure recommends if it may help."""


def test_journal_in_the_folder_is_a_test_that_passes_if_it_replays_the_same(
    pytester: pytest.Pytester, golden: Path
) -> None:
    for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
        record(golden / name, 3, 4, 30)
    golden.joinpath("a.jsonl.keys").write_text("a cache", "utf-8")
    record(pytester.path / "elsewhere.jsonl", 3)
    run(pytester).assert_outcomes(passed=3)
    # A journal outside event_journals is tested only if the command line names it.
    run(pytester, "elsewhere.jsonl").assert_outcomes(passed=1)


def test_changed_rule_fails_with_turn_line_event_values_and_handler(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    record(golden / "a.jsonl", 3, 4, chains="others")
    rule(pytester, '{"armour": 2}')
    text = failure(pytester)
    assert all(name in text for name in ("Fist.turn_aside", "Fist.suffer", "Fist.land"))
    assert text == snapshot


def test_regenerating_is_not_advised_if_two_runs_differ(pytester: pytest.Pytester) -> None:
    tally.record(pytester.mkdir("golden") / "a.jsonl", [3, 4])
    configure(pytester, "tests.eventcore.worlds.flickering:timed")
    text = failure(pytester)
    assert "Timed.add" in text
    assert ADVICE not in text


def test_handler_that_raises_fails_its_journal(pytester: pytest.Pytester, golden: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        record(golden / "a.jsonl", 3, 13)
    text = failure(pytester)
    assert all(name in text for name in ("line 4", "ZeroDivisionError", "Fist.turn_aside"))
    assert ADVICE not in text


def test_torn_journal_fails_though_its_whole_records_replay(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    path = record(golden / "a.jsonl", 3, 4)
    path.write_bytes(path.read_bytes()[:-9])
    assert failure(pytester) == snapshot


@pytest.mark.parametrize("content", [None, b"", b"{}\n"], ids=["damaged", "empty", "other"])
def test_file_that_is_not_a_whole_journal_fails_and_is_not_regenerated(
    pytester: pytest.Pytester, golden: Path, content: bytes | None, snapshot: SnapshotAssertion
) -> None:
    path = record(golden / "a.jsonl", 3, 4)
    before = path.read_bytes().replace(b'"force":4', b'"force":5') if content is None else content
    path.write_bytes(before)
    assert failure(pytester) == snapshot
    assert failure(pytester, "--regenerate-journals") == snapshot
    assert path.read_bytes() == before


@pytest.mark.parametrize("maker", ["source_for", "of_any"])
def test_journal_of_another_game_fails_and_is_not_regenerated(
    pytester: pytest.Pytester, golden: Path, maker: str
) -> None:
    configure(pytester, f"tests.eventcore.worlds.boxing:{maker}")
    before = record(golden / "a.jsonl", 3, game="chess").read_bytes()
    for options in ((), ("--regenerate-journals",)):
        assert "'chess'" in failure(pytester, *options)
    assert (golden / "a.jsonl").read_bytes() == before


def test_unknown_intent_fails_and_regenerating_is_not_advised(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    simulation = boxing.Boxing()
    recorder = Recorder(simulation, JournalWriter.create(golden / "a.jsonl", simulation.header))
    recorder.perform(boxing.Hit(4))
    recorder.close()
    rule(pytester, '{"unknown": 4}')
    assert failure(pytester) == snapshot


def test_journal_that_changes_rules_has_segments_and_is_not_regenerated(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    journal = Journal.read(path := record(golden / "a.jsonl", 3), events=True)
    data = encode_upgrade(Upgrade(journal.header, 2, 1, 0, "eJwDAAAAAAE="))
    with JournalWriter.resume(path, journal) as writer:
        close = journal.records[-1]
        writer.append(Record(close.seq, close.turn, UPGRADE, 1, None, data, close.digest))
    assert failure(pytester).splitlines()[1] == snapshot
    assert failure(pytester, "--regenerate-journals") == snapshot


@pytest.mark.parametrize(
    "source", ["", "boxing", "boxxing:source_for", "tests.eventcore.worlds.boxing:sauce_for"]
)
def test_source_that_does_not_exist_is_a_usage_error(
    pytester: pytest.Pytester, golden: Path, source: str, snapshot: SnapshotAssertion
) -> None:
    configure(pytester, source)
    record(golden / "a.jsonl", 3)
    result = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert [line for line in result.errlines if line] == snapshot


def test_path_without_a_journal_is_a_usage_error_if_its_folder_is_tested(
    pytester: pytest.Pytester,
) -> None:
    configure(pytester)
    pytester.makepyfile(**{"other/test_nothing": "def test_nothing(): pass"})
    result = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert any("no journal at golden" in line for line in result.errlines)
    run(pytester, "other").assert_outcomes(passed=1)
