"""The window on a display of its own, played by keys as the window system sends them.

It needs Xvfb and xdotool, and is skipped where they are not installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 30.0
"""Seconds to wait for the window, on a machine with much else to do."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")),
        reason="needs Xvfb and xdotool (Debian: apt-get install xvfb xdotool)",
    ),
]


@pytest.fixture
def display() -> Iterator[str]:
    """A display with nothing on it."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as said:
        number = said.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait(PATIENCE)


def types_in(path: Path) -> list[str]:
    return [json.loads(line)["type"] for line in path.read_bytes().splitlines()]


def test_a_game_is_played_by_keys_on_a_display(display: str, tmp_path: Path) -> None:
    path = tmp_path / "window.jsonl"
    hidden = {"WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"}
    environment = {k: v for k, v in os.environ.items() if k not in hidden}
    environment |= {"DISPLAY": display, "PYTHONPATH": str(ROOT)}

    def press(*keys: str) -> None:
        subprocess.run(["xdotool", "key", "--delay", "50", *keys], env=environment, check=True)

    game = subprocess.Popen(
        [sys.executable, "-m", "bidden", "play", "--frontend", "window", "--journal", str(path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + PATIENCE
    # Keys sent before the window has the focus are lost, so the first is sent until it counts.
    while not path.exists() or types_in(path)[1:] == []:
        assert time.monotonic() < until, "no key arrived"
        time.sleep(0.2)
        press("period")
    press("question", "Escape", "Left", "Q", "y")
    out, err = game.communicate(timeout=PATIENCE)
    assert (game.returncode, err) == (0, "")
    assert out.startswith(f"Recorded in {path}; go on with: ")
    *rests, walk, close = types_in(path)[1:]
    assert set(rests) == {"Wait"}
    assert (walk, close) == ("Move", "close")
