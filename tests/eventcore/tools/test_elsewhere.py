"""The tools that say of a recording that is the same here that it is not so everywhere."""

from importlib import import_module
from pathlib import Path

import pytest

from eventcore.blame.flicker import find_flicker
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command

FOGGY = f"{caravans.__name__}:foggy"


@pytest.fixture(autouse=True)
def elsewhere_too(monkeypatch: pytest.MonkeyPatch, only_here: None) -> None:
    """Recordings are played in other processes as well."""
    for place in ("tools.demo", "tools.shrinking.search", "blame.report"):
        monkeypatch.setattr(import_module(f"eventcore.{place}"), "find_flicker", find_flicker)


def test_a_demo_says_where_two_runs_part(tool: Command) -> None:
    outcome = tool("demo", "--seed", "4", place=FOGGY)
    assert outcome.code == 1
    assert "not deterministic: two runs part on turn 1 (line 2): Travel #1: miles " in outcome.err


def test_a_demo_that_is_the_same_everywhere_is_so(tool: Command) -> None:
    assert tool("demo", "--seed", "4").code == 0


def test_shrinking_says_it_where_nothing_fails_here(tool: Command, week: Path) -> None:
    outcome = tool("shrink", week, place=FOGGY)
    assert outcome.code == 2
    assert "not deterministic: two runs part on turn 1 (line 2)" in outcome.err
    assert outcome.err.count("\n") == 1
