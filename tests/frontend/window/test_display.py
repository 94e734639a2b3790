"""In a real window on a virtual display, games are played by keys and by mouse."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bidden.frontend.drawing.layout import LEAST
from bidden.recording.playing import load
from bidden.session import Session
from tests.frontend.journeys import LOST, to_a_death
from tests.frontend.window.display import MARKS, Window, display, wait_until

pytestmark = [*MARKS]

Open = Callable[..., Window]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    with ExitStack() as stack:
        shown = stack.enter_context(display())

        def open_window(*command: str, focused: bool = True) -> Window:
            window = Window(shown, tmp_path, *command)
            stack.callback(window.process.communicate)
            stack.callback(window.process.kill)
            if focused:
                window.come_up()
            return window

        yield open_window


def heeds_signals(process: int) -> bool:
    """Return whether a process ends by itself on this signal; SDL never handles SIGHUP."""
    status = Path(f"/proc/{process}/status").read_text()
    (caught,) = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGHUP - 1) & 1)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_closes_the_game_and_its_journal(opened: Open, tmp_path: Path, number: int) -> None:
    path = tmp_path / "mine.jsonl"
    window = opened("play", "--journal", str(path), focused=False)
    game = window.process
    wait_until(lambda: path.exists() and heeds_signals(game.pid), "the game")
    game.send_signal(number)
    out, _ = game.communicate(timeout=60)
    assert game.returncode == (0 if number == signal.SIGINT else 128 + number)
    assert str(path) in out
    assert load(path).records[-1].type == "close"


def test_window_plays_a_run_to_a_death_and_takes_over_some_turns_earlier(opened: Open) -> None:
    script, window = to_a_death(), opened("title")
    window.press("p", "s", *str(LOST), "enter")
    window.has("*.jsonl")
    window.press("space")
    for one in script:
        window.press(one.key)
        window.has_come_to(one.intents)
    window.press("b", "enter")
    window.has("*.back-1-1.jsonl")
    time.sleep(1)  # until it is played on
    before = window.waiting.intents
    assert 0 < before < script[-1].intents
    window.press("S")
    window.has_come_to(before + 1)
    window.press("Q", "y")
    window.has("*.death.txt")
    time.sleep(0.5)
    window.press("q")
    window.end()
    assert all(load(path).problem is None for path in window.games.glob("*.jsonl"))


def test_click_on_a_tile_steps_there(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "bidden" / "journals" / "mine.jsonl"
    window = opened("play", "--seed", "5", "--scenario", "first", "--journal", str(path))
    time.sleep(3)  # until the game is drawn
    x, y = LEAST.cell_of(Session(5, level="first").view().here)
    window.click(x + 1, y, "left")
    window.has_come_to(1)
    window.click(x + 1, y, "right")  # which lists all commands
    window.press("escape", "Q", "y")
    window.end()
    assert [one.type for one in load(path).records if one.kind == "intent"] == ["Move"]
