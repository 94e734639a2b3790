"""The tools that say of a recording that is the same here that it is not so everywhere."""

from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

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


def test_what_goes_another_way_only_elsewhere_is_shrunk(
    tool: Command, week: Path, tmp_path: Path
) -> None:
    outcome = tool("shrink", week, place=FOGGY)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("two processes differ: shrunk from 7 intents to 1, ")
    test = (tmp_path / "test_week_small_jsonl.py").read_text()
    played: dict[str, Any] = {"__file__": str(tmp_path / "test_week_small_jsonl.py")}
    exec(test, played)
    with pytest.raises(AssertionError):
        played["play"]()


def test_what_parts_now_and_then_is_performed_until_it_does(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()
    place = "eventcore.tools.shrinking.elsewhere.parting"
    monkeypatch.setattr(place, lambda *_: None if next(numbers) % 3 else 0)
    outcome = tool("shrink", week, place=FOGGY)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("two processes differ: shrunk from 7 intents to 1, ")


def test_what_parted_once_and_then_no_more_is_said(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eventcore.tools.shrinking.elsewhere.parting", lambda *_: None)
    outcome = tool("shrink", week, place=FOGGY)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "; it is not shrunk, as they part no more; try again" in outcome.err
