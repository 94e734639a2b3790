"""pytest --journal-coverage: what no golden journal reaches is listed, over all that were run."""

from pathlib import Path

import pytest

from tests.eventcore.testing.test_journals import configure, run, shown
from tests.eventcore.worlds.boxing import record

TITLE = "=============================== journal coverage"
NEVER = [
    "    never runs     Fist.lie_down (APPLY 700) on Fall",
    "    never refuses  Fist.falter (VALIDATE 100) on Blow",
]


@pytest.fixture
def golden(pytester: pytest.Pytester) -> Path:
    configure(pytester)
    return pytester.mkdir("golden")


def test_what_no_journal_reaches_is_listed(pytester: pytest.Pytester, golden: Path) -> None:
    record(golden / "a.jsonl", 3)
    record(golden / "b.jsonl", 4)
    result = run(pytester, "--journal-coverage")
    result.assert_outcomes(passed=2)
    said = ["6 of 7 handlers are reached, 0 of 1 that may refuse do", *NEVER]
    assert shown(result, TITLE, 4)[1:] == said


def test_one_journal_that_reaches_it_is_enough(pytester: pytest.Pytester, golden: Path) -> None:
    record(golden / "a.jsonl", 3)
    record(golden / "b.jsonl", 30)
    result = run(pytester, "--journal-coverage")
    said = ["7 of 7 handlers are reached, 0 of 1 that may refuse do", NEVER[1]]
    assert shown(result, TITLE, 3)[1:] == said


def test_a_journal_that_fails_counts_as_far_as_it_came(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", 3, 4)
    pytester.path.joinpath("rules.json").write_text('{"armour": 2}', "utf-8")
    result = run(pytester, "--journal-coverage")
    result.assert_outcomes(failed=1)
    assert shown(result, TITLE, 2)[1].startswith("6 of 7 handlers are reached")


def test_without_the_option_nothing_is_watched_or_listed(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", 3)
    assert "journal coverage" not in run(pytester).stdout.str()


def test_where_no_journal_was_replayed_that_is_said(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_nothing(): pass")
    result = run(pytester, "--journal-coverage")
    assert shown(result, TITLE, 2)[1].startswith("no golden journal was replayed")
