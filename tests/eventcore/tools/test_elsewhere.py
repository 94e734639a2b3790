"""Recordings that are the same in this process, but not in one with another hash seed."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from eventcore.diagnose.nondeterminism import find_parting
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import PLAYED_ELSEWHERE, Command

FOGGY = f"{caravans.__name__}:foggy"


@pytest.fixture(autouse=True)
def elsewhere_too(monkeypatch: pytest.MonkeyPatch, only_here: None) -> None:
    for place in PLAYED_ELSEWHERE:
        monkeypatch.setattr(import_module(f"eventcore.{place}"), "find_parting", find_parting)


def test_what_differs_only_elsewhere_is_shrunk_to_a_test_that_fails(
    tool: Command, week: Path, tmp_path: Path
) -> None:
    outcome = tool("shrink", week, place=FOGGY)
    assert (outcome.code, outcome.err) == (0, "")
    test = tmp_path / "test_week_small_jsonl.py"
    names: dict[str, Any] = {"__file__": str(test)}
    exec(test.read_text(), names)
    with pytest.raises(AssertionError):
        names["test_the_intents_that_failed_can_be_played"]()
