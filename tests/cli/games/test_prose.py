"""``bidden play --view`` prints a game as text and reads words, with or without a terminal."""

import signal
import time
from collections.abc import Callable
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.recording.playing import load
from tests.cli.conftest import Command, Refusal, Show, write_options
from tests.terminal import Terminal

Say = Callable[..., str]

FINDS = 3
"""With this seed the first land begins next to a vial, with no enemy in view."""
EXPLORE = ("accept the first", "explore")


@pytest.fixture
def say(bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    """Send lines through a pipe, and return the output."""

    def play(*lines: str, seed: int = 5, **options: object) -> str:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
        (tmp_path / "mine.jsonl").unlink(missing_ok=True)
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        done = bidden("play", *words, "--seed", seed, "--journal", tmp_path / "mine.jsonl")
        assert (done.code, done.err) == (0, "")
        return done.out

    return play


def intents(path: Path) -> list[str]:
    return [record.type for record in load(path).records]


def test_game_is_played_through_pipes(say: Say, tmp_path: Path) -> None:
    out = say("accept the first", "go north", "quit", view="prose")
    assert intents(tmp_path / "mine.jsonl") == ["Bind", "Move", "close"]
    assert "\x1b" not in out
    assert out.count("\n> ") > 1


def test_log_prints_messages_with_their_turns_only(say: Say, snapshot: SnapshotAssertion) -> None:
    assert say("accept the first", "quit", view="log") == snapshot


def test_stop_at_option_decides_where_exploring_stops(say: Say, tmp_path: Path) -> None:
    say(*EXPLORE, seed=FINDS, view="prose")
    assert intents(tmp_path / "mine.jsonl")[-2:] == ["Move", "close"]
    write_options(tmp_path, 'stop_at = ["vial of renewal (a)"]\n')
    say(*EXPLORE, seed=FINDS, view="prose")
    assert intents(tmp_path / "mine.jsonl")[-2:] == ["PickUp", "close"]


def test_named_options_replace_own_options(say: Say, tmp_path: Path) -> None:
    write_options(tmp_path, 'view = "log"\n')
    named = tmp_path / "named.toml"
    named.write_text('stop_at = ["vial of renewal (a)"]\nview = "prose"\n')
    out = say(*EXPLORE, seed=FINDS, options=named)
    assert out == say(*EXPLORE, seed=FINDS, options=named, view="prose")
    assert intents(tmp_path / "mine.jsonl")[-2:] == ["PickUp", "close"]


def test_removed_options_are_reported_on_stderr(
    bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_options(tmp_path, 'fight_below = 20\ndoors = "ask"\none_door = "ask"\n')
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"quit\n")))
    played = bidden("play", "--view", "prose", "--seed", "5", "--journal", tmp_path / "a.jsonl")
    assert played.err.rstrip().endswith("options.toml: no longer used: doors, one_door")


def test_bytes_that_are_not_utf_8_are_read_as_question_marks(
    bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = TextIOWrapper(BytesIO(b"go \xff\xfe\nquit\n"), "utf-8", errors="surrogateescape")
    monkeypatch.setattr("sys.stdin", typed)
    out = bidden("play", "--view", "prose", "--seed", "5", "--journal", tmp_path / "a.jsonl").out
    assert "> go \ufffd\ufffd\n" in out


def test_game_begun_in_prose_goes_on_in_the_map_view(
    say: Say, bidden: Command, front_end: Show, tmp_path: Path
) -> None:
    say("accept the first", "go north", view="prose")
    turns: list[int] = []
    front_end(lambda game: turns.append(game.view().turn))
    assert bidden("play", "--journal", tmp_path / "mine.jsonl").code == 0
    assert turns == [2]


@pytest.mark.parametrize("command", [(), ("play",), ("play", "--view", "prose")])
def test_named_options_must_exist(
    refusal: Refusal, front_end: Show, tmp_path: Path, command: tuple[str, ...]
) -> None:
    front_end(lambda game: None)
    named = tmp_path / "none.toml"
    assert str(named) in refusal(*command, "--options", named)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_a_prose_game_and_restores_the_terminal_line(
    tmp_path: Path, number: int
) -> None:
    path = tmp_path / "mine.jsonl"
    with Terminal("bidden", "play", "--view", "prose", "--seed", "5", "--journal", path) as it:
        it.wait_until(lambda: it.output.count(b"\n> ") == 1)
        it.press("accept the first\r")
        it.wait_until(lambda: it.output.count(b"\n> ") == 2)
        time.sleep(0.3)  # readline delays a signal that arrives before it begins to read
        it.process.send_signal(number)
        assert it.wait_for_end() == (0 if number == signal.SIGINT else 128 + number)
        assert it.is_line_restored()
        assert it.output.rfind(b"\x1b[?2004h") <= it.output.rfind(b"\x1b[?2004l")
        assert str(path).encode() in it.output
    assert intents(path) == ["Bind", "close"]
