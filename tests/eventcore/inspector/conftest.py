"""Journals of caravans to look at, and what the panes show of them."""

from pathlib import Path

import pytest

from eventcore.inspector.inspection import Inspection, Subject, open_inspection
from eventcore.inspector.side import Job, T
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
    """Return the subject; through a function, so that mypy does not narrow its type."""
    return inspection.subject


def texts(one: Inspection, number: int = 0) -> list[str]:
    """Return what the pane of a journal shows; what differs has a ≠ in front."""
    rows = finish(one.panes())[number].rows
    return [f"≠ {row.text}" if row.differs else row.text for row in rows]


def events(one: Inspection, number: int = 0) -> list[int]:
    """Return the number of the event of each row that a pane shows; 0 for a row of none."""
    return [row.event for row in finish(one.panes())[number].rows]


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """A caravan's week; it is robbed on days 2 and 3."""
    return caravans.record(tmp_path / "week.jsonl", events=False)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another, in which they go 30 miles on the day after the second robbery."""
    return caravans.record(tmp_path / "other.jsonl", 20, 21, 22, 30, 24, events=False)


@pytest.fixture
def one(week: Path) -> Inspection:
    return open_inspection(CARAVANS, week)


@pytest.fixture
def two(week: Path, other: Path) -> Inspection:
    return open_inspection(CARAVANS, week, other)
