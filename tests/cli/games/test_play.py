"""``bidden play`` begins a game, or continues the game in a journal."""

import gzip
import json
import os
import shlex
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Wait
from bidden.recording.folder.files import morgue_path, records_path
from bidden.recording.folder.records import read
from bidden.recording.playing import Play
from bidden.session import Session
from bidden.view import Ending
from tests.cli.conftest import Command, Refusal, Show, numbers, steady
from tests.cli.forgeries import DAMAGED, swap, write

PLAYED = ["journal", "Wait", "Wait", "Wait", "close"]


class Screen:
    """A front end whose player waits three times and leaves."""

    def __init__(self) -> None:
        self.begun_on: list[int] = []
        self.notices: list[str] = []

    def play(self, game: Play) -> None:
        self.begun_on.append(game.view().turn)
        self.notices.append(game.notice)
        for _ in range(3):
            game.perform(Wait())


@pytest.fixture
def screen(front_end: Show) -> Screen:
    screen = Screen()
    front_end(lambda game: screen.play(game))
    return screen


def types_in(path: Path) -> list[str]:
    return [json.loads(line)["type"] for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("command", [["play"], []], ids=["play", "no command"])
def test_game_is_recorded_in_the_data_folder_and_can_be_continued(
    bidden: Command, screen: Screen, data_folder: Path, command: list[str]
) -> None:
    outcome = bidden(*command, "--seed", 7)
    (path,) = data_folder.glob("*.jsonl")
    assert (outcome.code, outcome.err) == (0, "")
    assert "-seed7-" in path.name
    assert types_in(path) == PLAYED
    assert [*data_folder.glob("*.txt")] == []  # the game is not over
    assert bidden("play", "--journal", path).code == 0
    assert screen.begun_on == [0, 3]
    assert types_in(path)[5:] == ["Wait", "Wait", "Wait", "close"]
    assert bidden("verify", path).code == 0


@pytest.mark.usefixtures("screen")
def test_game_is_recorded_in_the_named_file_and_the_next_command_is_printed(
    bidden: Command, tmp_path: Path, data_folder: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "new" / "my game; rm -r $HOME.jsonl"
    out = bidden("play", "--journal", path).out
    assert out == snapshot
    assert shlex.split(out)[-4:] == ["bidden", "play", "--journal", str(path)]
    assert types_in(path) == PLAYED
    assert not data_folder.exists()


def test_journal_is_continued_with_or_without_its_own_seed_and_scenario(
    bidden: Command, screen: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "worm.jsonl"
    own = ("--seed", 7, "--scenario", "worm")
    for options in (own, (), own):
        assert bidden("play", "--journal", path, *options).code == 0
    assert screen.begun_on == [0, 3, 6]
    assert screen.notices == ["", "", ""]
    assert bidden("verify", path).code == 0


@pytest.mark.parametrize("option", ["--seed 8", "--scenario worm", "--events"])
def test_option_that_does_not_fit_the_journal_is_refused(
    refusal: Refusal,
    journal: Path,
    screen: Screen,
    recorded: bytes,
    option: str,
    snapshot: SnapshotAssertion,
) -> None:
    assert refusal("play", "--journal", journal, *option.split()) == snapshot
    assert (screen.begun_on, journal.read_bytes()) == ([], recorded)


def test_torn_journal_is_continued_from_its_last_whole_record(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    lines = recorded.splitlines(keepends=True)
    write(journal, b"".join(lines[:11]) + lines[11][:-1])
    outcome = bidden("play", "--journal", journal)
    assert outcome.code == 0
    assert outcome.err == snapshot
    assert outcome.err == f"bidden: {screen.notices[0]}\n"
    assert screen.begun_on == [10]
    assert journal.read_bytes().startswith(b"".join(lines[:11]))
    assert types_in(journal)[11:] == ["Wait", "Wait", "Wait", "close"]
    assert bidden("verify", journal).code == 0


@pytest.mark.parametrize("kind", DAMAGED)
def test_damaged_journal_is_left_alone_and_the_game_goes_on_in_another(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, kind: str
) -> None:
    forge, line = DAMAGED[kind]
    write(journal, forge(recorded))
    saved = journal.with_name(f"{journal.stem}.saved-1.jsonl")
    outcome = bidden("play", "--journal", journal)
    assert (outcome.code, outcome.err.count("\n")) == (0, 1)
    assert line in numbers(outcome.err)
    assert saved.name in outcome.err
    assert (screen.begun_on, journal.read_bytes()) == ([min(line - 2, 20)], forge(recorded))
    assert forge(recorded).startswith(b"".join(saved.read_bytes().splitlines(True)[: line - 1]))
    assert bidden("verify", saved).code == 0
    assert bidden("play", "--journal", journal).code == 0
    assert journal.with_name(f"{journal.stem}.saved-2.jsonl").exists()


@pytest.mark.usefixtures("screen")
def test_play_does_not_overwrite_a_link_or_a_compressed_file(
    refusal: Refusal, tmp_path: Path, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "elsewhere.jsonl")
    assert refusal("play", "--journal", link) == snapshot
    assert link.is_symlink()
    assert not link.exists()
    content = gzip.compress(recorded, mtime=0)[:40]
    packed = write(tmp_path / "backup.gz", content)
    refusal("play", "--journal", packed)
    assert packed.read_bytes() == content


def test_journal_that_does_not_replay_is_not_continued(
    refusal: Refusal,
    journal: Path,
    screen: Screen,
    recorded: bytes,
    snapshot: SnapshotAssertion,
) -> None:
    forged = swap(recorded, 1, b'"seed":7', b'"seed":8')
    write(journal, forged)
    assert steady(refusal("play", "--journal", journal)) == snapshot
    assert (screen.begun_on, journal.read_bytes()) == ([], forged)


def test_game_resumes_before_the_first_unknown_intent(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    forged = swap(recorded, 4, b'"Move"', b'"Fly"')
    write(journal, forged)
    outcome = bidden("play", "--journal", journal)
    assert outcome.code == 0
    assert steady(outcome.err) == snapshot
    assert screen.begun_on == [2]
    assert journal.read_bytes().startswith(forged)
    again = bidden("play", "--journal", journal)
    assert (again.code, again.err) == (0, "")


@pytest.mark.parametrize("inside", ["file/game.jsonl", "x" * 300], ids=["file", "long"])
@pytest.mark.parametrize("command", ["play", "demo"])
@pytest.mark.usefixtures("screen")
def test_journal_that_cannot_be_written_is_refused(
    refusal: Refusal, tmp_path: Path, command: str, inside: str
) -> None:
    write(tmp_path / "file", b"")
    assert str(tmp_path / inside) in refusal(command, "--journal", tmp_path / inside)


@pytest.mark.parametrize("early", [True, False], ids=["while playing", "before the close"])
def test_game_ends_with_an_error_if_its_journal_is_removed(
    bidden: Command,
    tmp_path: Path,
    screen: Screen,
    monkeypatch: pytest.MonkeyPatch,
    early: bool,
    snapshot: SnapshotAssertion,
) -> None:
    path = tmp_path / "mine.jsonl"

    def play(game: Play) -> None:
        game.perform(Wait())
        path.unlink()
        if early:
            game.perform(Wait())

    monkeypatch.setattr(screen, "play", play)
    outcome = bidden("play", "--journal", path)
    assert (outcome.code, outcome.out, outcome.err) == snapshot
    assert outcome.code == 2
    assert list(tmp_path.glob("mine*.jsonl")) == []


def test_without_a_terminal_the_demo_runs(
    bidden: Command, data_folder: Path, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    outcome = bidden("play", "--seed", 111)
    (played,) = data_folder.glob("*.jsonl")
    demo = tmp_path / "demo.jsonl"
    shown = bidden("demo", "--seed", 111, "--journal", demo).out.replace(str(demo), str(played))
    first, _, rest = outcome.out.partition("\n")
    assert (outcome.code, outcome.err, rest) == (0, "", shown)
    assert first == snapshot
    assert played.read_bytes() == demo.read_bytes()


def test_without_a_terminal_no_bot_plays_in_a_named_journal(
    refusal: Refusal, journal: Path, recorded: bytes, data_folder: Path, tmp_path: Path
) -> None:
    for named in (journal, tmp_path / "new.jsonl"):
        refusal("play", "--seed", 7, "--journal", named)
    assert journal.read_bytes() == recorded
    assert not (tmp_path / "new.jsonl").exists()
    assert not data_folder.exists()


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("name", ["over.jsonl", os.fsdecode(b"over-\xff.jsonl")], ids=ascii)
def test_game_that_is_over_leaves_a_morgue_file_and_a_record(
    bidden: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    snapshot: SnapshotAssertion,
) -> None:
    path = tmp_path / name
    monkeypatch.setattr(Session, "ending", Ending.DIED)
    outcome = bidden("play", "--journal", path)
    assert (outcome.code, outcome.out, outcome.err) == snapshot
    shown = str(path).encode(errors="backslashreplace").decode()
    assert shown in morgue_path(path, Ending.DIED).read_text("utf-8")
    assert [record.journal for record in read(records_path())[0]] == [shown]
    assert bidden("records").code == 0
