"""Projects in which pytest runs."""

from pathlib import Path

import pytest

from tests.eventcore.testing.journal_projects import configure


@pytest.fixture
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip replays of differing journals in other processes, which take a second each."""
    monkeypatch.setattr("eventcore.diagnose.report.find_parting", lambda *_, **__: None)


@pytest.fixture
def golden(pytester: pytest.Pytester, only_here: None) -> Path:
    """Make a project with an empty folder of golden journals."""
    configure(pytester)
    return pytester.mkdir("golden")
