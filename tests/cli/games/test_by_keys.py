"""The same keys lead to the same screens in a real terminal and in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bidden.bots import fighter
from bidden.bots.memory import Memory
from bidden.content.mods import RUN
from bidden.frontend.drawing.canvas import new_console
from bidden.intents import Intent
from bidden.recording.playing import load
from bidden.session import Session
from bidden.view import Ending, View
from bidden.words import tables
from tests.cli.conftest import Command, write_options
from tests.frontend.keyed import Keyed
from tests.sampling import Tried, amount
from tests.terminal import Terminal

WON = 32
"""The fighter wins the run of this seed."""
_HELD = 0.85
"""A key that repeats within this many seconds counts as held down."""
WHOLE = 9_000
"""More intents than a run has."""
_BYTES = {"enter": "\r", "escape": "\x1b"}


class Twin(Keyed):
    """Presses each key here and in a terminal, and waits until both screens are equal."""

    def __init__(
        self, terminal: Terminal, session: Session, choose: Callable[[View, Memory], Intent]
    ) -> None:
        super().__init__(session, choose)
        self._terminal = terminal
        self._console = new_console(terminal.screen.columns, terminal.screen.lines)
        self.stack.draw(self._console)
        self._key, self._at = "", 0.0

    def press(self, *keys: str) -> None:
        for key in keys:
            super().press(key)
            if key == self._key:
                self._terminal.wait_until(lambda: time.monotonic() - self._at > _HELD)
            self._key, self._at = key, time.monotonic()
            self._terminal.press(_BYTES.get(key, key))
            self._terminal.wait_until(self.agrees)

    def agrees(self) -> bool:
        drawn = ["".join(map(chr, row)).rstrip() for row in self._console.ch.tolist()]
        return drawn == self._terminal.rows


def begin(terminal: Terminal, seed: int) -> Twin:
    terminal.wait_for("> n ")
    terminal.press("p")
    terminal.wait_for("Practice:")
    terminal.press(f"s{seed}\r")
    terminal.wait_for(" ".join(tables()["story"]["paragraphs"][0].split()[:8]))
    terminal.press(" ")
    twin = Twin(terminal, Session(seed, level=RUN), fighter.choose)
    terminal.wait_until(twin.agrees)
    return twin


@pytest.fixture(params=[(80, 24, "1"), (200, 60, "")], ids=str)
def terminal(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Terminal]:
    """Open the title screen without motion or hints, small and colourless or large and coloured."""
    columns, rows, plain = request.param
    shown = ["escape", "fight", "rest", "use", "explore"]
    write_options(tmp_path, f'motion = "reduced"\nhints_shown = {shown}\n')
    monkeypatch.setenv("NO_COLOR", plain)
    with Terminal("bidden", columns=columns, rows=rows) as terminal:
        yield terminal


@pytest.mark.slow
@pytest.mark.endurance
def test_run_is_won_by_keys_from_the_title(
    terminal: Terminal, data_folder: Path, bidden: Command, tried: Tried
) -> None:
    most = amount(150, WHOLE)
    player = begin(terminal, WON)
    player.play(most)
    tried["keys pressed in a terminal, with a check of the whole screen after each"] += player.keys
    assert player.stack.view.ending is (Ending.WON if most == WHOLE else None)
    terminal.press("q" if most == WHOLE else "Qy")
    terminal.wait_for(" q ")  # the title again
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()
    (path,) = data_folder.glob("*.jsonl")
    written = [one.type for one in load(path).records if one.kind == "intent"]
    assert written == [type(one).__name__ for one in player.game.performed]
    assert bidden("verify", path).code == 0
