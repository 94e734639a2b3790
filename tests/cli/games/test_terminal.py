"""In a real terminal, a game can be played, left in every way, continued and replayed."""

import json
import signal
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.terminal import Terminal

FIRST = ("--seed", "7", "--scenario", "first")
LEFT = b"\x1b[?1049l"
"""The escape sequence that leaves the alternate screen."""


def types_in(path: Path) -> list[str]:
    """Return the types of the complete records after the header."""
    lines = path.read_bytes().splitlines(keepends=True)[1:] if path.exists() else []
    return [json.loads(line)["type"] for line in lines if line.endswith(b"\n")]


def play(path: Path, *arguments: str) -> Terminal:
    return Terminal("bidden", "play", "--journal", path, *arguments)


def give(terminal: Terminal, path: Path, key: str) -> None:
    before = len(types_in(path))
    terminal.wait_for("@")
    terminal.press(key)
    terminal.wait_until(lambda: len(types_in(path)) == before + 1)


def test_game_is_played_left_verified_and_continued(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    for arguments, keys in ((FIRST, ".l"), ((), "s")):
        with play(path, *arguments) as terminal:
            for key in keys:
                give(terminal, path, key)
            terminal.press("Qy")
            assert terminal.wait_for_end() == 0
            assert terminal.is_restored()
            after = terminal.output[terminal.output.rindex(LEFT) :]
            assert after.endswith(f"bidden play --journal {path}\r\n".encode())
        assert bidden("verify", path).code == 0
    assert types_in(path) == ["Wait", "Move", "close", "Wait", "close"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_closes_the_journal_and_restores_the_terminal(
    bidden: Command, tmp_path: Path, number: int
) -> None:
    path = tmp_path / "mine.jsonl"
    with play(path, *FIRST) as terminal:
        give(terminal, path, ".")
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == (0 if number == signal.SIGINT else 128 + number)
        assert terminal.is_restored()
    assert str(path).encode() in terminal.output[terminal.output.rindex(LEFT) :]
    assert types_in(path) == ["Wait", "close"]
    assert bidden("verify", path).code == 0


@pytest.mark.slow
@pytest.mark.parametrize("view", ["map", "prose", "log"])
def test_journal_is_closed_when_the_terminal_vanishes(tmp_path: Path, view: str) -> None:
    path = tmp_path / "mine.jsonl"
    with play(path, *FIRST, "--view", view) as terminal:
        terminal.wait_until(lambda: view != "map" or "@" in terminal.text)
        terminal.press("." if view == "map" else "wait\r")
        terminal.wait_until(lambda: types_in(path) == ["Wait"])
        terminal.process.send_signal(signal.SIGHUP)
        terminal.hang_up()
        terminal.wait_until(lambda: terminal.process.poll() is not None)
    assert types_in(path) == ["Wait", "close"]
