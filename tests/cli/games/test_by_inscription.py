"""A potion is inscribed in a real terminal: it is asked about, fetched, and quaffed by a digit."""

from pathlib import Path

import pytest

from bidden.recording.playing import load
from tests.cli.conftest import Command
from tests.terminal import Terminal

pytestmark = pytest.mark.slow

LABEL = "{last @q1 !d =g}"


def test_what_is_inscribed_is_heeded_and_recorded(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    played = ("--journal", path, "--scenario", "goblins", "--seed", "3")
    with Terminal("bidden", "play", *played) as terminal:
        terminal.wait_for("@")
        terminal.press("b")
        terminal.wait_for("You pick up a sea-blue potion (a).")
        terminal.press("{a" + LABEL.strip("{}") + "\r")
        terminal.press("da")
        terminal.wait_for("Drop a sea-blue potion?")
        terminal.wait_for(f"It is inscribed {LABEL}.")
        terminal.press("n")
        terminal.press("da")
        terminal.wait_for("Drop a sea-blue potion?")
        terminal.press("y")
        terminal.wait_for(f"You drop the sea-blue potion {LABEL}.")
        terminal.press("hl")
        terminal.wait_for(f"You pick up a sea-blue potion {LABEL} (a).")
        terminal.press("q1")
        terminal.wait_for(f"You quaff the sea-blue potion {LABEL}.")
        terminal.press("Qy")
        assert terminal.wait_for_end() == 0
    assert bidden("verify", path).code == 0
    meant = [one.type for one in load(path).records]
    assert meant == [
        *["Move", "PickUp", "Name", "Drop", "Move", "Move", "PickUp", "Quaff", "close"]
    ]
