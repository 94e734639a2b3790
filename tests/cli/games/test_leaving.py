"""However a game is left, the terminal is given back, the journal is whole, and it says where."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bidden.cli import main
from bidden.intents import Wait
from bidden.recording.folder.files import morgue_path, records_path
from bidden.recording.folder.records import read
from bidden.recording.playing import Play, load
from bidden.session import Session
from bidden.view import Ending
from eventcore import JournalError
from tests.cli.conftest import Command, Show
from tests.terminal import Terminal

LEFT = b"\x1b[?1049l"


def a_game(path: Path) -> Terminal:
    return Terminal("bidden", "play", "--journal", path, "--seed", "7", "--scenario", "first")


def began(terminal: Terminal) -> None:
    """Wait until the game is there, and let a turn pass in it."""
    terminal.wait_for("? help")
    terminal.press(b".")
    terminal.wait_for("Turn 1 ")


def where_it_is(path: Path) -> bytes:
    return f"Recorded in {path}; go on with: bidden play --journal {path}\r\n".encode()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["Qy", b"\x03", signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_left_by_keys_or_by_a_signal_it_is_told_where_it_is(
    bidden: Command, tmp_path: Path, how: Any
) -> None:
    path = tmp_path / "mine.jsonl"
    with a_game(path) as terminal:
        began(terminal)
        if isinstance(how, signal.Signals):
            terminal.process.send_signal(how)
        else:
            terminal.press(how)
        ends = 128 + how if how in (signal.SIGTERM, signal.SIGHUP) else 0
        assert terminal.wait_for_end() == ends
        assert terminal.is_restored()
        after = terminal.output[terminal.output.rindex(LEFT) :]
        assert after.endswith(where_it_is(path))
        assert b"Traceback" not in terminal.output
    assert bidden("verify", path).code == 0
    assert len(load(path).records) == 2


@pytest.mark.slow
def test_ended_by_a_signal_a_game_that_went_back_is_told_as_well(tmp_path: Path) -> None:
    path, back = tmp_path / "mine.jsonl", tmp_path / "mine.back-1-1.jsonl"
    with a_game(path) as terminal:
        began(terminal)
        terminal.press(b"=b")
        terminal.wait_for("Go back how many turns")
        terminal.press(b"1\r")
        terminal.wait_for("You play on from turn 0")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
    assert terminal.output.endswith(where_it_is(path) + where_it_is(back))


@pytest.mark.slow
@pytest.mark.parametrize("view", ["map", "prose", "log"])
def test_a_terminal_that_vanishes_leaves_the_journal_whole(
    bidden: Command, tmp_path: Path, view: str
) -> None:
    path = tmp_path / "mine.jsonl"
    arguments = ("--journal", path, "--seed", "7", "--scenario", "first", "--view", view)
    with Terminal("bidden", "play", *arguments) as terminal:
        terminal.wait_for("A journey")
        terminal.press(b"." if view == "map" else b"wait\r")
        terminal.wait_until(lambda: b'"Wait"' in path.read_bytes())
        terminal.process.send_signal(signal.SIGHUP)
        terminal.hang_up()
        terminal.wait_until(lambda: terminal.process.poll() is not None)
    assert bidden("verify", path).code == 0
    assert len(load(path).records) == 2


@pytest.mark.slow
def test_a_told_game_leaves_the_line_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    with Terminal(
        "bidden", "play", "--journal", path, "--scenario", "first", "--view", "prose"
    ) as terminal:
        terminal.wait_for("A journey")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
        assert terminal.is_line_restored()
        assert terminal.output.rfind(b"\x1b[?2004h") <= terminal.output.rfind(b"\x1b[?2004l")


def test_broken_off_by_an_error_it_is_told_where_it_is_and_the_error_goes_on(
    front_end: Show, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.jsonl"

    def break_off(game: Any) -> None:
        game.perform(Wait())
        raise LookupError("no such rule")

    front_end(break_off)
    with pytest.raises(LookupError, match="no such rule"):
        main(["play", "--journal", str(path), "--scenario", "first"])
    told = where_it_is(path).decode().replace("\r\n", "\n")
    assert capsys.readouterr() == ("", told)
    assert load(path).problem is None


@pytest.mark.parametrize("error", [LookupError("no such rule"), SystemExit(143)])
def test_of_a_game_that_is_over_it_is_kept_how_it_went_though_it_was_broken_off(
    front_end: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = tmp_path / "mine.jsonl"

    def break_off(game: Any) -> None:
        game.perform(Wait())
        monkeypatch.setattr(Session, "ending", Ending.DIED)
        raise error

    front_end(break_off)
    with pytest.raises(type(error)):
        main(["play", "--journal", str(path)])
    assert morgue_path(path, Ending.DIED).exists()
    records, _ = read(records_path())
    assert [one.journal for one in records] == [str(path)]


def test_of_a_game_that_is_over_it_is_kept_how_it_went_though_it_cannot_be_closed(
    front_end: Show,
    refusal: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, back = tmp_path / "mine.jsonl", tmp_path / "mine.back-1-1.jsonl"
    close, closed = Play.close, list[Path]()

    def fail(game: Play) -> None:
        close(game)
        closed.append(game.path)
        raise JournalError(f"{game.path.name}: the end is lost")

    def die_once_more(game: Play) -> None:
        game.perform(Wait())
        game.go_back(1)
        monkeypatch.setattr(Session, "ending", Ending.DIED)

    monkeypatch.setattr(Play, "close", fail)
    front_end(die_once_more)
    assert refusal("play", "--journal", path) == "mine.jsonl: the end is lost"
    assert closed == [path, back]
    assert all(morgue_path(one, Ending.DIED).exists() for one in closed)


@pytest.mark.slow
def test_escape_closes_what_is_open_and_asks_nothing_at_the_top(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    with a_game(path) as terminal:
        began(terminal)
        before = terminal.rows[:22]
        terminal.press(b"?")
        terminal.wait_until(lambda: terminal.rows[:22] != before)
        terminal.press(b"\x1b")
        terminal.wait_until(lambda: terminal.rows[:22] == before)
        terminal.press(b"\x1b")
        terminal.press(b".")
        terminal.wait_for("Turn 2 ")
        terminal.press(b"\x03")
        assert terminal.wait_for_end() == 0
