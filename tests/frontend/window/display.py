"""A virtual display, and the game in a window on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH
from tests.cli.process import env
from tests.frontend.journeys import Waiting

MARKS: Final = (
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")),
        reason="needs Xvfb and xdotool (Debian: apt-get install xvfb xdotool)",
    ),
)
"""The marks of every test on a display."""
PATIENCE: Final = 60
"""Seconds to wait for something before it counts as missing."""
_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "enter": "Return",
        "escape": "Escape",
        ".": "period",
        ">": "greater",
        "<": "less",
        "_": "underscore",
        "?": "question",
    }
)
"""X's names of the keys whose name is not their letter."""
_BUTTONS: Final[Mapping[str, str]] = MappingProxyType({"left": "1", "right": "3", "wheel": "5"})
"""X's names of the mouse buttons; a notch of the wheel, down, is also a button."""


def wait_until(happened: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"still waiting for {what}"
        time.sleep(0.02)


@contextmanager
def display() -> Iterator[str]:
    """Open a display with any free number, and yield its name.

    Without -noreset it would restart when its last client has gone, and reject a client that is
    just connecting.
    """
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"]
    with subprocess.Popen(
        [*command, "-noreset", "-nolisten", "tcp"],
        pass_fds=(write,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(write)
        try:
            with os.fdopen(read) as told:
                number = told.readline().strip()
            assert number, "Xvfb has not begun"
            yield f":{number}"
        finally:
            server.terminate()


class Window:
    """The game's window, and the keyboard and mouse of its display.

    Attributes:
        games: The folder in which games are recorded.
        waiting: Says when the next key can be pressed.
        process: The game.
    """

    def __init__(self, display: str, data: Path, *command: str) -> None:
        self.games = data / "bidden" / "journals"
        self.games.mkdir(parents=True, exist_ok=True)
        self.waiting = Waiting(self.games)
        self._around = env(
            {
                "DISPLAY": display,
                "XDG_DATA_HOME": str(data),
                "XDG_CONFIG_HOME": "/no/such/folder",
                "SDL_VIDEODRIVER": "x11",
            },
            but=("WAYLAND_DISPLAY",),
        )
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bidden", *command, "--frontend", "window"],
            env=self._around,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def come_up(self) -> None:
        """Wait until the window is there, and focus it: there is no window manager to do so."""
        wait_until(self._take_the_keys, "the window")
        time.sleep(1)  # until the title is drawn

    def press(self, *keys: str) -> None:
        for key in keys:
            time.sleep(self.waiting.pause(key))
            self._ask("key", _NAMES.get(key, key))

    def click(self, x: int, y: int, button: str) -> None:
        """Click on a cell; the window consists of cells only."""
        told = self._ask("getwindowfocus", "getwindowgeometry", "--shell")
        named = dict(line.split("=") for line in told.split())
        left, top, width, height = (int(named[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        at = left + (x * 2 + 1) * width // (2 * WIDTH), top + (y * 2 + 1) * height // (2 * HEIGHT)
        self._ask("mousemove", *map(str, at))
        time.sleep(0.15)  # until the mouse is known to be there
        self._ask("click", _BUTTONS[button])
        time.sleep(0.3)  # until the result is drawn

    def has_come_to(self, intents: int) -> None:
        """Wait until this many intents are recorded."""
        wait_until(lambda: self.waiting.has_come_to(intents), f"intent {intents}")

    def has(self, name: str) -> None:
        """Wait until a file with this name exists."""
        wait_until(lambda: any(self.games.glob(name)), name)

    def end(self) -> str:
        """Wait until the window has closed; return the output."""
        told, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, told
        return told

    def _take_the_keys(self) -> bool:
        """Focus the window, and return whether that was done."""
        assert self.process.poll() is None, self.process.communicate()[0]
        for window in self._ask("search", "--onlyvisible", "--class", ".", check=False).split():
            if self._ask("getwindowname", window, check=False).strip() == "Bidden":
                self._ask("windowfocus", window, check=False)
        return self._ask("getwindowfocus", "getwindowname", check=False).strip() == "Bidden"

    def _ask(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self._around,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=check,
        )
        return done.stdout
