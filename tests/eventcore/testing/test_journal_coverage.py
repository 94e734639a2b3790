"""pytest --journal-coverage lists the handlers that no golden journal reaches."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.eventcore.testing.journal_projects import rule, run, section
from tests.eventcore.worlds.boxing import record


def coverage(pytester: pytest.Pytester) -> str:
    return "\n".join(section(run(pytester, "--journal-coverage"), "journal coverage"))


def test_handlers_that_no_journal_reaches_are_listed(
    pytester: pytest.Pytester, golden: Path, snapshot: SnapshotAssertion
) -> None:
    record(golden / "a.jsonl", 3)
    record(golden / "b.jsonl", 4)
    text = coverage(pytester)
    assert "Fist.lie_down" in text
    assert text == snapshot
    record(golden / "c.jsonl", 30)
    text = coverage(pytester)
    assert "Fist.lie_down" not in text
    assert "Fist.falter" in text  # it may fail the event, and never does


def test_journal_that_differs_counts_up_to_there(pytester: pytest.Pytester, golden: Path) -> None:
    record(golden / "a.jsonl", 3, 4)
    rule(pytester, '{"armour": 2}')
    text = coverage(pytester)
    assert "Fist.lie_down" in text
    assert "Fist.land" not in text


def test_run_without_journals_says_so(
    pytester: pytest.Pytester, snapshot: SnapshotAssertion
) -> None:
    pytester.makepyfile("def test_nothing(): pass")
    assert coverage(pytester) == snapshot
