"""In a window on a display, by what it sends: by keys to an end, by the mouse to a throw."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH
from bidden.recording.playing import load
from tests.cli.process import env
from tests.frontend.journeys import LOST, Waiting, to_a_death, to_a_victory
from tests.frontend.pointing import SCENARIO, SEED, to_a_throw
from tests.frontend.window.display import MARKS, PATIENCE, display

pytestmark = [*MARKS]

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
"""What X names keys, where that is not their letter."""
BUTTONS: Final[Mapping[str, str]] = MappingProxyType({"left": "1", "right": "3", "wheel": "5"})
"""What X names the buttons of a mouse; a notch of the wheel, down, is one too."""


def wait_until(happened: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"still waiting for {what}"
        time.sleep(0.02)


class Window:
    """The game's window, and the keyboard of its display.

    Attributes:
        games: The folder in which games are recorded.
        waiting: Says when the next key can be pressed.
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
            [sys.executable, "-m", "bidden", *(command or ("title",)), "--frontend", "window"],
            env=self._around,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def come_up(self) -> None:
        """Wait until it is there, and has the keys: no window manager is there to give them."""
        wait_until(self._take_the_keys, "the window")
        time.sleep(1)  # until the title is drawn

    def press(self, *keys: str) -> None:
        for key in keys:
            time.sleep(self.waiting.pause(key))
            self._ask("key", _NAMES.get(key, key))

    def click(self, x: int, y: int, button: str) -> None:
        """Click on a cell, by one of the names of ``BUTTONS``; all of the window is cells."""
        told = self._ask("getwindowfocus", "getwindowgeometry", "--shell")
        named = dict(line.split("=") for line in told.split())
        left, top, width, height = (int(named[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        at = left + (x * 2 + 1) * width // (2 * WIDTH), top + (y * 2 + 1) * height // (2 * HEIGHT)
        self._ask("mousemove", *map(str, at))
        time.sleep(0.15)  # until it is known that the mouse is there
        self._ask("click", BUTTONS[button])
        time.sleep(0.3)  # until what it comes to is drawn

    def has_come_to(self, intents: int) -> None:
        wait_until(lambda: self.waiting.has_come_to(intents), f"intent {intents}")

    def has(self, name: str) -> None:
        """Wait until a file of such a name is there."""
        wait_until(lambda: any(self.games.glob(name)), name)

    def end(self) -> str:
        """Wait until it has closed; give what it told."""
        told, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, told
        return told

    def _take_the_keys(self) -> bool:
        """Give it the keys, whoever has them, and say whether that was done."""
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


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    with ExitStack() as stack:
        shown = stack.enter_context(display())

        def open_window(*command: str) -> Window:
            window = Window(shown, tmp_path, *command)
            stack.callback(window.process.communicate)
            stack.callback(window.process.kill)
            window.come_up()
            return window

        yield open_window


def test_by_keys_from_the_title_to_a_death_and_some_turns_back(
    opened: Callable[..., Window],
) -> None:
    script, window = to_a_death(), opened()
    window.press("s", *str(LOST), "enter")
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
    assert window.end().count("Recorded in") == 2
    assert all(load(path).problem is None for path in window.games.glob("*.jsonl"))


def test_by_keys_a_game_that_is_under_way_is_won(
    opened: Callable[..., Window], tmp_path: Path
) -> None:
    script = to_a_victory(tmp_path / "bidden" / "journals" / "won.jsonl")
    window = opened()
    window.press("c")
    time.sleep(5)  # until it was played up to there
    for one in script:
        window.press(one.key)
        window.has_come_to(one.intents)
    window.press("q")
    window.has("won.victory.txt")
    time.sleep(0.5)
    window.press("q")
    assert "Recorded in" in window.end()
    assert load(window.games / "won.jsonl").problem is None


def test_by_mouse_alone_one_travels_to_a_thing_and_throws_it_where_one_aims(
    opened: Callable[..., Window], tmp_path: Path
) -> None:
    pointer, path = to_a_throw(WIDTH, HEIGHT), tmp_path / "bidden" / "journals" / "mine.jsonl"
    window = opened(*("play", "--seed", str(SEED), "--scenario", SCENARIO, "--journal", str(path)))
    time.sleep(3)  # until the game is drawn
    for one in pointer.script:
        window.click(one.x, one.y, one.button)
        window.has_come_to(one.intents)
    assert "Recorded in" in window.end()
    journal = load(path)
    decode = pointer.game.session.decode
    done = [decode(one.type, one.v, one.data) for one in journal.records if one.kind == "intent"]
    assert done == pointer.game.performed
    assert journal.problem is None
