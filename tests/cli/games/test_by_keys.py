"""A whole run by keys in a real terminal: each screen is what the stack itself would draw."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from bidden.bots import fighter
from bidden.bots.memory import Memory
from bidden.content.mods import RUN
from bidden.frontend.drawing.canvas import new_console
from bidden.intents import Intent, Search, Wait
from bidden.recording.playing import load, timeline_of
from bidden.session import Session
from bidden.view import Ending, View
from tests.cli.conftest import Command
from tests.frontend.keyed import Keyed
from tests.sampling import Tried, amount
from tests.terminal import Terminal

WON, LOST = 32, 6
"""Seeds of which the fighter wins the run, and the meek lose it soon."""
_HELD = 0.85
"""Within so many seconds a key that comes again is held down, which may stop."""
WHOLE = 9_000
"""More intents than a run has."""
_BYTES = {"enter": "\r", "escape": "\x1b"}


class Over(Exception):
    """It was the last key of a life: the causes on the screen are not known here."""


class Twin(Keyed):
    """Presses each key twice, here and in a terminal, and has both come to the same screen."""

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
            if self.stack.view.ending is Ending.DIED:
                raise Over
            self._terminal.wait_until(self.agrees)

    def agrees(self) -> bool:
        """Say whether the terminal shows what is to be seen here."""
        drawn = ["".join(map(chr, row)).rstrip() for row in self._console.ch.tolist()]
        return drawn == self._terminal.rows


def meek(view: View, memory: Memory) -> Intent:
    """Let foes do as they like; no key is the one before, which could be one held down."""
    return Wait() if view.turn % 2 else Search()


def begin(
    terminal: Terminal, seed: int, choose: Callable[[View, Memory], Intent] = fighter.choose
) -> Twin:
    """Begin a run from the title."""
    terminal.wait_for("> n New game")
    terminal.press(f"s{seed}\r")
    terminal.wait_for("You are a bidden")
    terminal.press(" ")
    terminal.wait_for("Press a capital letter to accept one")
    return Twin(terminal, Session(seed, level=RUN), choose)


def leave(terminal: Terminal) -> None:
    """Leave the title."""
    terminal.wait_for("n New game")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


@pytest.fixture(params=[(80, 24, ""), (80, 24, "1"), (200, 60, "")], ids=str)
def terminal(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Terminal]:
    """The title, in a terminal of one of two sizes, with colours or without.

    Nothing moves on it that need not, for then what it shows is known at any time.
    """
    columns, rows, plain = request.param
    path = tmp_path / "config" / "bidden" / "options.toml"
    path.parent.mkdir(parents=True)
    path.write_text('motion = "reduced"\n')
    monkeypatch.setenv("NO_COLOR", plain)
    with Terminal("bidden", columns=columns, rows=rows) as terminal:
        yield terminal


@pytest.mark.slow
@pytest.mark.endurance
def test_by_keys_from_the_title_to_a_victory(
    terminal: Terminal, data_folder: Path, bidden: Command, tried: Tried
) -> None:
    most = amount(150, WHOLE)
    player = begin(terminal, WON)
    player.play(most)
    tried["keys pressed in a terminal, each with a look at the whole screen"] += player.keys
    assert player.stack.view.ending is (Ending.WON if most == WHOLE else None)
    terminal.press("q" if most == WHOLE else "Qy")
    leave(terminal)
    (path,) = data_folder.glob("*.jsonl")
    written = [one.type for one in load(path).records if one.kind == "intent"]
    assert written == [type(one).__name__ for one in player.game.performed]
    assert bidden("verify", path).code == 0


@pytest.mark.slow
def test_by_keys_to_a_death_and_some_turns_back_and_on(
    terminal: Terminal, data_folder: Path, bidden: Command
) -> None:
    player = begin(terminal, LOST, meek)
    with pytest.raises(Over):
        player.play(WHOLE)
    terminal.wait_for("You are dead")
    terminal.press("b\r")
    terminal.wait_for("You play on from turn ")
    back, _ = sorted(data_folder.glob("*.jsonl"))
    timeline = timeline_of(back, load(back), write=False)
    timeline.seek(timeline.length)
    session = cast(Session, timeline.simulation)
    died = player.stack.view.turn
    assert session.view().turn == died - 20
    terminal.press("5")  # or the line that tells where it is recorded would be another's
    session.perform(Wait())
    again = Twin(terminal, session, meek)
    terminal.wait_until(again.agrees)
    with pytest.raises(Over):
        again.play(WHOLE)
    terminal.wait_for("You are dead")
    assert again.stack.view.turn > died - 20
    terminal.press("q")
    leave(terminal)
    assert bidden("verify", back).code == 0
