"""The real program: what is marked on the map leads over levels, bars ways, and is there later."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.recording.marking.waymarks import read_waymarks
from bidden.recording.playing import load, session_for
from tests.golden.catalogue import JOURNALS
from tests.terminal import Terminal

_WON = JOURNALS / "run_won.jsonl"
_TURN = 510
"""On level 3, and no foe is in view."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of a run that is under way."""
    journal, path = load(_WON), tmp_path / "mine.jsonl"
    kept = next(number for number, one in enumerate(journal.records) if one.turn >= _TURN)
    path.write_bytes(_WON.read_bytes()[: journal.ends[kept - 1]])
    return path


def go(terminal: Terminal, keys: str, *told: str) -> None:
    terminal.press(keys)
    for text in told:
        terminal.wait_for(text)


@pytest.mark.slow
def test_marks_are_kept_and_heeded_from_one_sitting_to_the_next(path: Path) -> None:
    with Terminal("bidden", "play", "--journal", path) as it:
        it.wait_for("? help")
        go(it, ";", "e: exclude")
        go(it, "w", "Which waypoint")
        go(it, "7", "waypoint 7")
        go(it, "\x1b")
        go(it, "<", "D2 ")
        go(it, "\x1b;", "e: exclude")  # Esc, for it may not have come to a stop yet
        go(it, "ee", "(excluded)")
        go(it, "\x1bQ", "Quit this game?")
        go(it, "y")
        assert it.wait_for_end() == 0
    marked = read_waymarks(path)
    assert [(one.digit, one.level) for one in marked.points] == [("7", 3)]
    assert [(one.level, one.radius) for one in marked.exclusions] == [(2, 0)]
    with Terminal("bidden", "play", "--journal", path) as it:
        it.wait_for("? help")
        go(it, "G", "level 3")
        go(it, "7", "Ground that you excluded blocks the way.")  # it is the stair itself
        go(it, ";", "e: exclude")
        go(it, "E\x1b", "? help")
        go(it, "G", "level 3")
        go(it, "7", "You are there.", "D3 ")
        go(it, "<", "D2 ")
        go(it, "\x1bQ", "Quit this game?")
        go(it, "y")
        assert it.wait_for_end() == 0
    assert session_for(load(path)).world.turn == 0  # the journal is one that any replay reads
