"""Fixtures that record and inspect a caravan, and functions that read what the inspector shows."""

from pathlib import Path

import pytest

from eventcore.inspector.inspection import Inspection, Subject
from eventcore.inspector.player import Job, T
from eventcore.tools import Simulations
from tests.eventcore.tools import caravans

CARAVANS = Simulations.of(caravans.PLACE)


def finish(job: Job[T]) -> T:
    while True:
        try:
            next(job)
        except StopIteration as done:
            value: T = done.value
            return value


def looked_at(inspection: Inspection) -> Subject:
    """Return the subject, without letting mypy narrow its type."""
    return inspection.subject


def texts(one: Inspection) -> list[str]:
    """Return the displayed lines, with a ≠ before each line that differs."""
    rows = finish(one.pane())[1]
    return [f"≠ {row.text}" if row.differs else row.text for row in rows]


def events(one: Inspection) -> list[int]:
    """Return the event number of each displayed row, or 0 for a row without an event."""
    return [row.event for row in finish(one.pane())[1]]


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """Record a week of a caravan that is robbed on days 2 and 3."""
    return caravans.record(tmp_path / "week.jsonl", events=False)


@pytest.fixture
def one(week: Path) -> Inspection:
    return Inspection(CARAVANS, week)
