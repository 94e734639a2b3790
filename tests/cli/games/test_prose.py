"""``bidden play --view``: a game told in lines and played by words, with a terminal or without."""

import signal
from collections.abc import Callable
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.title import TitleScreen
from bidden.frontend.theme import Theme
from bidden.recording.playing import load
from tests.cli.conftest import Command, Show
from tests.terminal import Terminal

Say = Callable[..., str]


@pytest.fixture
def say(bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    """Plays by lines that come through a pipe; gives what is written."""

    def play(*lines: str, view: str = "prose", options: Path | None = None, seed: int = 5) -> str:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
        how = ("--view", view) if options is None else ("--options", options)
        done = bidden("play", *how, "--seed", seed, "--journal", tmp_path / "mine.jsonl")
        assert (done.code, done.err) == (0, "")
        return done.out

    return play


def test_a_game_is_played_through_pipes_without_a_terminal(say: Say, tmp_path: Path) -> None:
    out = say("accept the first", "go north", "quit")
    assert "> accept the first\n" in out
    assert "You step through the gate" in out
    assert "You go north.\n" in out
    assert out.endswith(f"--journal {tmp_path}/mine.jsonl\n")
    assert "\x1b" not in out
    assert len(load(tmp_path / "mine.jsonl").records) >= 2


def options(tmp_path: Path, text: str) -> None:
    (tmp_path / "config" / "bidden").mkdir(parents=True)
    (tmp_path / "config" / "bidden" / "options.toml").write_text(text)


_BESET = 51
"""Of this seed the first binding begins with a zombie in view, and something beside one."""


def test_what_moves_on_goes_by_the_players_own_options(say: Say, tmp_path: Path) -> None:
    assert "Can't explore with a zombie in view." in say("accept the first", "explore", seed=_BESET)
    (tmp_path / "mine.jsonl").unlink()
    options(tmp_path, 'stop_at = ["you pick up"]\npass_over_foes = ["zombie"]\n')
    told = say("accept the first", "explore", seed=_BESET).partition("> explore\n")[2]
    assert "Can't explore" not in told
    assert "You pick up a vial of warmth (b).\nYou go east.\nYou stop.\n" in told


def test_options_that_are_named_for_one_start_are_gone_by_in_place_of_ones_own(
    say: Say, tmp_path: Path
) -> None:
    options(tmp_path, 'view = "log"\n')
    named = tmp_path / "named.toml"
    named.write_text('pass_over_foes = ["zombie"]\nview = "prose"\n')
    told = say("accept the first", "explore", options=named, seed=_BESET)
    assert "> explore\nYou see here a vial of warmth.\n" in told


@pytest.mark.parametrize("command", [(), ("play",), ("play", "--view", "prose")])
def test_options_that_are_named_must_be_there(
    refusal: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: tuple[str, ...],
) -> None:
    monkeypatch.setattr("bidden.cli.terminal.has_terminal", lambda: True)
    named = tmp_path / "none.toml"
    told = refusal(*command, "--options", named)
    assert told == f"--options {named}: there is no such file"


@pytest.mark.parametrize("command", ["", "title", "play"])
@pytest.mark.parametrize("joint", [True, False])
def test_what_is_shown_in_the_terminal_goes_by_the_options_that_are_named(
    bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, joint: bool
) -> None:
    monkeypatch.setattr("bidden.cli.terminal.has_terminal", lambda: True)
    shown: list[Theme] = []
    kept: list[type] = []

    def run(stack: Stack, theme: Theme) -> None:
        shown.append(theme)
        kept.append(type(stack.screens[-1]))

    monkeypatch.setattr("bidden.frontend.terminal._run", run)
    named = tmp_path / "named.toml"
    named.write_text('doors = "ask"\n')
    how = [f"--options={named}"] if joint else ["--options", str(named)]
    words = [*filter(None, (command,)), *how]
    assert bidden(*words).code == 0
    assert [(one.path, one.options.doors) for one in shown] == [(named, "ask")]
    assert (kept == [TitleScreen]) is (command != "play")
    named.write_text("doors = 1\n")
    assert f"{named}: doors" in bidden(*words).err


@pytest.mark.parametrize("view", ["prose", "map"])
def test_a_pattern_that_is_none_is_told_of_before_a_game_is_begun(
    bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, view: str
) -> None:
    monkeypatch.setattr("bidden.cli.terminal.has_terminal", lambda: True)
    options(tmp_path, 'stop_at = ["fine", "/(/"]\n')
    outcome = bidden("play", "--view", view, "--journal", tmp_path / "mine.jsonl")
    assert outcome.code == 2
    assert outcome.err.endswith(
        "options.toml: stop_at: '/(/' is no pattern: it is a regular expression: "
        "write it with * | ^ $ and ! instead\n"
    )
    assert outcome.err.count("\n") == 1
    assert not (tmp_path / "mine.jsonl").exists()


@pytest.mark.parametrize("command", [(), ("play",), ("play", "--view", "map")])
def test_all_that_is_wrong_in_the_options_is_told_a_line_each(
    bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr("bidden.cli.terminal.has_terminal", lambda: True)
    options(tmp_path, 'doors = "shut"\nview = 1\n[keys.play]\nwait = ["q"]\n')
    outcome = bidden(*command)
    assert outcome.code == 2
    doors, view, wait = outcome.err.splitlines()
    assert all(line.startswith("bidden: ") for line in (doors, view, wait))
    assert "options.toml: doors: Invalid enum value 'shut'; it can be open, ask" in doors
    assert "options.toml: view: " in view
    assert "options.toml: keys.play.wait: 'q' is bound already, by play.quaff" in wait


def test_what_is_no_text_is_read_as_question_marks_and_not_as_code_points(
    bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = TextIOWrapper(BytesIO(b"go \xff\xfe\nquit\n"), "utf-8", errors="surrogateescape")
    monkeypatch.setattr("sys.stdin", typed)
    out = bidden("play", "--view", "prose", "--seed", "5", "--journal", tmp_path / "a.jsonl").out
    assert "udcff" not in out
    assert "> go \ufffd\ufffd\n" in out


def test_where_the_input_ends_the_game_is_left_and_kept(say: Say, tmp_path: Path) -> None:
    out = say("accept the first")
    assert f"Recorded in {tmp_path}/mine.jsonl" in out


def test_the_log_tells_the_messages_with_their_turns_alone(say: Say, tmp_path: Path) -> None:
    out = say("accept the first", "quit", view="log")
    assert "0: You are bound by" in out
    assert "Level 2" not in out


def test_a_game_begun_in_prose_goes_on_in_the_map_view(
    say: Say, bidden: Command, front_end: Show, tmp_path: Path
) -> None:
    say("accept the first", "go north")
    turns: list[int] = []
    front_end(lambda game: turns.append(game.view().turn))
    assert bidden("play", "--journal", tmp_path / "mine.jsonl").code == 0
    assert turns == [2]


def test_a_window_tells_nothing_in_words(bidden: Command) -> None:
    outcome = bidden("play", "--view", "prose", "--frontend", "window")
    assert outcome.code == 2
    assert outcome.err == "bidden: --view prose: a window shows the map alone\n"


def test_in_a_terminal_words_are_asked_for_and_an_interrupt_leaves_the_game(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.jsonl"
    with Terminal("bidden", "play", "--view", "prose", "--seed", "5", "--journal", path) as it:
        it.wait_for("accept 2")
        it.press("accept the first\r")
        it.wait_for("You step through the gate")
        it.wait_for("It is open on all sides.\n>")
        it.process.send_signal(signal.SIGINT)
        assert it.wait_for_end() == 0
        assert "Recorded in" in it.text
    assert load(path).problem is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_told_game_and_it_is_said_where_it_is(tmp_path: Path, number: int) -> None:
    path = tmp_path / "mine.jsonl"
    with Terminal("bidden", "play", "--view", "prose", "--seed", "5", "--journal", path) as it:
        it.wait_for("accept 2")
        it.process.send_signal(number)
        assert it.wait_for_end() == 128 + number
        assert "Recorded in" in it.text
    assert load(path).problem is None


def test_a_game_is_shown_as_the_options_have_it_where_it_is_not_said(
    bidden: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    options(tmp_path, 'view = "log"\n')
    for said, told in (((), False), (("--view", "prose"), True)):
        monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
        path = tmp_path / f"{told}.jsonl"
        outcome = bidden("play", *said, "--seed", "5", "--journal", path)
        assert outcome.code == 0
        assert "It is recorded as it stands." in outcome.out
        assert ('Say what you do: "help"' in outcome.out) is told
