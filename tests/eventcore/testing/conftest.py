"""Projects in which pytest is run."""

from pathlib import Path

import pytest

from tests.eventcore.testing.journal_projects import configure


@pytest.fixture
def golden(pytester: pytest.Pytester) -> Path:
    """A project with an empty folder of golden journals."""
    configure(pytester)
    return pytester.mkdir("golden")
