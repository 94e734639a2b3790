"""A game at a real terminal: played, left, verified, continued, torn, continued, and replayed."""

import json
import signal
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.forgeries import swap, write
from tests.terminal import Terminal

pytestmark = pytest.mark.slow


def intents(path: Path) -> list[tuple[str, object]]:
    """The type and data of each whole record after the header."""
    lines = path.read_bytes().splitlines(keepends=True)[1:] if path.exists() else []
    records = [json.loads(line) for line in lines if line.endswith(b"\n")]
    return [(record["type"], record["data"]) for record in records]


def give(terminal: Terminal, path: Path, key: str) -> None:
    """Press a key that is an intent, and wait until that is in the journal."""
    before = len(intents(path))
    terminal.press(key)
    terminal.wait_until(lambda: len(intents(path)) == before + 1)


def play(path: Path, keys: str, *arguments: str, notice: str = "") -> str:
    """Play with keys that are an intent each, leave, and give all that was written."""
    with Terminal("bidden", "play", "--journal", path, *arguments) as terminal:
        terminal.wait_for("@")
        if notice:
            terminal.wait_for(notice)
        for key in keys:
            give(terminal, path, key)
        terminal.press("Qy")
        assert terminal.wait_for_end() == 0
        return terminal.output.decode()


def test_a_game_is_played_left_verified_and_continued(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    written = play(path, ".ls", "--seed", "7", "--scenario", "first")
    assert written.endswith(f"Recorded in {path}; go on with: bidden play --journal {path}\r\n")
    walk = ("Move", {"dx": 1, "dy": 0})
    first = [("Wait", {}), walk, ("Wait", {}), ("close", {})]
    assert intents(path) == first
    assert bidden("verify", path).code == 0
    play(path, "5l")
    assert intents(path) == [*first, ("Wait", {}), walk, ("close", {})]
    assert bidden("verify", path).code == 0


def test_a_run_begins_with_offers_and_a_key_binds(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Terminal("bidden", "play", "--seed", "7", "--journal", path) as terminal:
        terminal.wait_for("Press a capital letter to accept one")
        terminal.press("B")
        terminal.wait_for("Accept the offer of")
        give(terminal, path, "y")
        terminal.wait_for("@")
        terminal.press("Qy")
        assert terminal.wait_for_end() == 0
    assert intents(path) == [("Bind", {"number": 1}), ("close", {})]
    assert bidden("verify", path).code == 0


def test_a_torn_game_is_continued_and_the_player_is_told(
    bidden: Command, journal: Path, recorded: bytes
) -> None:
    lines = recorded.splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:11]) + lines[11][:-1])
    assert bidden("verify", journal).code == 2
    written = play(journal, ".", notice="torn")
    assert "bidden: The end of the journal was torn and is cut off: line 12 is torn" in written
    assert journal.read_bytes().startswith(b"".join(lines[:11]))
    assert intents(journal)[10:] == [("Wait", {}), ("close", {})]
    assert bidden("verify", journal).code == 0


def test_a_killed_game_loses_nothing_that_was_played(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    first = "--scenario", "first", "--seed", "7"
    with Terminal("bidden", "play", "--journal", path, *first) as terminal:
        terminal.wait_for("@")
        give(terminal, path, ".")
        give(terminal, path, ".")
        terminal.process.kill()
        assert terminal.wait_for_end() == -signal.SIGKILL
    assert bidden("verify", path).code == 0
    play(path, ".")
    assert intents(path) == [*[("Wait", {})] * 3, ("close", {})]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_told_to_end_closes_its_journal(
    bidden: Command, tmp_path: Path, number: int
) -> None:
    path = tmp_path / "mine.jsonl"
    first = "--scenario", "first", "--seed", "7"
    with Terminal("bidden", "play", "--journal", path, *first) as terminal:
        terminal.wait_for("@")
        give(terminal, path, ".")
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == 128 + number
    assert intents(path) == [("Wait", {}), ("close", {})]
    assert bidden("verify", path).code == 0


@pytest.mark.parametrize("torn", [False, True], ids=["whole", "torn"])
def test_a_journal_is_replayed(journal: Path, recorded: bytes, torn: bool) -> None:
    if torn:
        journal.write_bytes(recorded[:-10])
    with Terminal("bidden", "replay", journal) as terminal:
        terminal.wait_for("@")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert (b": line 22 is torn: " in terminal.output) == torn


def test_a_replay_stops_before_an_intent_it_does_not_know_and_says_why(
    journal: Path, recorded: bytes
) -> None:
    write(journal, swap(recorded, 4, b'"Move"', b'"Fly"'))
    with Terminal("bidden", "replay", journal) as terminal:
        terminal.wait_for("It ends here: line 4: there is no intent 'Fly' in this game")
        terminal.press("q")
        assert terminal.wait_for_end() == 2
    said = f"bidden: {journal}: line 4: there is no intent 'Fly' in this game\r\n"
    assert terminal.output.endswith(said.encode())


def test_of_a_damaged_journal_what_is_before_the_damage_is_shown(
    journal: Path, recorded: bytes
) -> None:
    journal.write_bytes(recorded.replace(b'"turn":5,', b'"turn":6,', 1))
    with Terminal("bidden", "replay", journal) as terminal:
        terminal.wait_for("The end.")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert terminal.output.startswith(f"bidden: {journal}: line 7 is damaged".encode())


def test_before_the_damage_of_a_journal_a_game_goes_on_in_another(
    journal: Path, recorded: bytes
) -> None:
    damaged = recorded.replace(b'"turn":5,', b'"turn":6,', 1)
    journal.write_bytes(damaged)
    with Terminal("bidden", "play", "--journal", journal) as terminal:
        terminal.wait_for("is damaged")
        terminal.press("Qy")
        assert terminal.wait_for_end() == 0
    assert journal.read_bytes() == damaged
    saved = journal.with_name(f"{journal.stem}.saved-1.jsonl")
    assert len(saved.read_bytes().splitlines()) == 7
