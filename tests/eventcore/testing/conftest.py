"""Fixtures that create projects, in which the tests run pytest."""

from pathlib import Path

import pytest

from tests.eventcore.testing.journal_projects import configure


@pytest.fixture
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip replays in other processes, each of which takes a second."""
    monkeypatch.setattr("eventcore.diagnose.report.find_parting", lambda *_, **__: None)


@pytest.fixture
def golden(pytester: pytest.Pytester, only_here: None) -> Path:
    """Create a project, and return its empty folder for golden journals."""
    configure(pytester)
    return pytester.mkdir("golden")
