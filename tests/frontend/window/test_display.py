"""In a real window, on a display of its own, a game is played by the keys of a keyboard.

It needs Xvfb and xdotool, and is skipped where they are not installed.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bidden.recording.playing import load
from tests.cli.process import env
from tests.frontend.window.display import MARKS, PATIENCE, display

pytestmark = [*MARKS]


def wait_until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def shown() -> Iterator[str]:
    with display() as name:
        yield name


def heeds_signals(process: int) -> bool:
    """Say whether a process ends by itself when it is told to; SDL never heeds SIGHUP."""
    status = Path(f"/proc/{process}/status").read_text()
    (caught,) = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGHUP - 1) & 1)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_ended_by_a_signal_it_is_told_where_the_game_is(
    shown: str, tmp_path: Path, number: int
) -> None:
    path = tmp_path / "mine.jsonl"
    around = env({"DISPLAY": shown, "SDL_VIDEODRIVER": "x11"}, but=("WAYLAND_DISPLAY",))
    command = [sys.executable, "-m", "bidden", "play", "--frontend", "window"]
    with subprocess.Popen(
        [*command, "--journal", str(path)],
        env=around,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as game:
        try:
            wait_until(lambda: path.exists() and heeds_signals(game.pid))  # the game has begun
            game.send_signal(number)
            out, _ = game.communicate(timeout=PATIENCE)
        finally:
            game.kill()
    assert game.returncode == (0 if number == signal.SIGINT else 128 + number)
    assert f"Recorded in {path}; go on with:" in out
    assert load(path).records[-1].type == "close"


def test_from_the_title_to_a_game_and_back_by_keys(shown: str, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "bidden" / "journals"
    names = {
        "DISPLAY": shown,
        "SDL_VIDEODRIVER": "x11",
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    around = env(names, but=("WAYLAND_DISPLAY",))

    def do(*command: str) -> str:
        return subprocess.run(
            ["xdotool", *command], env=around, capture_output=True, text=True, check=False
        ).stdout

    def intents() -> list[str]:
        paths = list(folder.glob("*.jsonl"))
        return [one.type for path in paths for one in load(path).records]

    seen: list[str] = []

    def is_settled() -> bool:
        """Say whether one window was there ten times on end: as it begins, SDL may make two."""
        windows = do("search", "--onlyvisible", "--pid", str(game.pid)).split()
        seen.append(windows[-1] if windows else "")
        return bool(seen[-1]) and seen[-10:] == [seen[-1]] * 10

    command = [sys.executable, "-m", "bidden", "title", "--frontend", "window"]
    with subprocess.Popen(command, env=around, stdout=subprocess.DEVNULL) as game:
        try:
            wait_until(is_settled)
            do("windowfocus", "--sync", seen[-1])
            do("key", "--delay", "100", "s", "9", "Return")
            wait_until(lambda: list(folder.glob("*.jsonl")))
            do("key", "--delay", "200", "space", "Escape", "period", "S", "period")
            wait_until(lambda: intents() == ["Wait", "Search", "Wait"])
            do("key", "--delay", "200", "Q", "y")
            wait_until(lambda: intents()[-1] == "close")
            do("key", "--delay", "200", "q")
            wait_until(lambda: game.poll() is not None)
        finally:
            game.kill()  # or whoever waits for it would, where a key did not arrive
        assert game.returncode == 0
