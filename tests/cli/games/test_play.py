"""``bidden play``: a new game, or the one a journal holds; without a terminal, the demo."""

import errno
import gzip
import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bidden.cli import terminal
from bidden.intents import Wait
from bidden.recording.folder.files import records_path
from bidden.recording.folder.records import read
from bidden.recording.playing import Play
from bidden.session import Session
from bidden.view import Ending
from eventcore.journal import version_of
from eventcore.journal.files import lock
from tests.cli.conftest import Command, Show
from tests.cli.forgeries import DAMAGED, NO_JOURNAL, swap, write

Refusal = Callable[..., str]

EMPTY = {"empty", "torn-header"}
"""In these nothing was recorded yet."""


class Screen:
    """A front end whose player rests three times and leaves."""

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


def test_a_game_is_recorded_in_the_users_data_folder_and_can_be_continued(
    bidden: Command, screen: Screen, data_folder: Path
) -> None:
    outcome = bidden("play", "--seed", 7)
    (path,) = data_folder.glob("*.jsonl")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"Recorded in {path}; go on with: bidden play --journal {path}\n"
    assert types_in(path) == ["journal", "Wait", "Wait", "Wait", "close"]
    assert bidden("play", "--journal", path).code == 0
    assert screen.begun_on == [0, 3]
    assert types_in(path)[5:] == ["Wait", "Wait", "Wait", "close"]
    assert bidden("verify", path).code == 0


@pytest.mark.usefixtures("screen")
def test_playing_is_what_bidden_does_without_a_command(bidden: Command, data_folder: Path) -> None:
    assert bidden("--seed", 7).code == 0
    (path,) = data_folder.glob("*.jsonl")
    assert types_in(path) == ["journal", "Wait", "Wait", "Wait", "close"]


@pytest.mark.usefixtures("screen")
def test_a_game_is_recorded_where_it_is_told_and_nowhere_else(
    bidden: Command, tmp_path: Path, data_folder: Path
) -> None:
    path = tmp_path / "new" / "mine.jsonl"
    assert bidden("play", "--journal", path).code == 0
    assert types_in(path) == ["journal", "Wait", "Wait", "Wait", "close"]
    assert not data_folder.exists()


def test_a_journal_is_continued_with_or_without_its_own_seed(
    bidden: Command, journal: Path, screen: Screen
) -> None:
    assert bidden("play", "--journal", journal).code == 0
    assert bidden("play", "--journal", journal, "--seed", 7).code == 0
    assert screen.begun_on == [20, 23]
    assert screen.notices == ["", ""]
    assert bidden("verify", journal).code == 0


def test_another_seed_for_a_journal_is_refused_and_it_is_left_as_it_is(
    refusal: Refusal, journal: Path, screen: Screen, recorded: bytes
) -> None:
    assert refusal("play", "--journal", journal, "--seed", 8) == (
        f"{journal} holds a game of seed 7: leave --seed out to continue it, "
        "or name another file to begin one"
    )
    assert (screen.begun_on, journal.read_bytes()) == ([], recorded)


def test_a_scenario_is_played_and_continued_with_or_without_its_name(
    bidden: Command, screen: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "worm.jsonl"
    assert bidden("play", "--seed", 7, "--scenario", "worm", "--journal", path).code == 0
    assert bidden("play", "--journal", path).code == 0
    assert bidden("play", "--journal", path, "--scenario", "worm").code == 0
    assert screen.begun_on == [0, 3, 6]
    assert bidden("verify", path).code == 0


def test_the_scenarios_are_listed_with_what_to_try(bidden: Command) -> None:
    outcome = bidden("play", "--list-scenarios")
    assert outcome.code == 0
    listed = dict(line.split(maxsplit=1) for line in outcome.out.splitlines())
    assert listed["traps"].startswith("Look (;) at traps in plain sight")
    assert {"cellar", "worm", "stairs"} < listed.keys()


def test_another_scenario_for_a_journal_and_one_there_is_not_are_refused(
    refusal: Refusal, journal: Path, screen: Screen, recorded: bytes
) -> None:
    assert refusal("play", "--journal", journal, "--scenario", "worm") == (
        f"{journal} holds no game of the scenario worm: leave --scenario out to continue it, "
        "or name another file to begin one"
    )
    said = refusal("play", "--journal", journal, "--scenario", "run")
    assert said.startswith("there is no scenario 'run'; did you mean ruin?")
    assert (screen.begun_on, journal.read_bytes()) == ([], recorded)


def test_a_torn_journal_is_continued_from_what_is_whole_and_it_says_so(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes
) -> None:
    lines = recorded.splitlines(keepends=True)
    write(journal, b"".join(lines[:11]) + lines[11][:-1])
    outcome = bidden("play", "--journal", journal)
    notice = (
        "The end of the journal was torn and is cut off: "
        "line 12 is torn: the file ends inside it, after 10 whole records"
    )
    assert (outcome.code, outcome.err) == (0, f"bidden: {notice}\n")
    assert (screen.begun_on, screen.notices) == ([10], [notice])
    assert journal.read_bytes().startswith(b"".join(lines[:11]))
    assert types_in(journal)[11:] == ["Wait", "Wait", "Wait", "close"]
    assert bidden("verify", journal).code == 0


@pytest.mark.parametrize("kind", DAMAGED)
def test_all_before_the_damage_goes_on_in_another_journal_and_the_damaged_one_is_left_as_it_is(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, kind: str
) -> None:
    forge, line = DAMAGED[kind]
    write(journal, forge(recorded))
    outcome = bidden("play", "--journal", journal)
    saved = journal.with_name(f"{journal.stem}.saved-1.jsonl")
    assert outcome.code == 0
    assert outcome.err.startswith(f"bidden: {journal.name}: line {line} is ")
    assert outcome.err.endswith(f"; it is left as it is. The game goes on in {saved.name}\n")
    assert (screen.begun_on, journal.read_bytes()) == ([min(line - 2, 20)], forge(recorded))
    assert forge(recorded).startswith(b"".join(saved.read_bytes().splitlines(True)[: line - 1]))
    assert bidden("verify", saved).code == 0
    assert bidden("play", "--journal", journal).code == 0
    assert journal.with_name(f"{journal.stem}.saved-2.jsonl").exists()


@pytest.mark.parametrize("kind", sorted(EMPTY))
def test_a_journal_that_ends_before_its_header_does_is_begun_anew(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, kind: str
) -> None:
    forge, _ = NO_JOURNAL[kind]
    write(journal, forge(recorded))
    outcome = bidden("play", "--journal", journal, "--seed", 3)
    assert (outcome.code, outcome.err) == (0, "")
    assert screen.begun_on == [0]
    assert types_in(journal) == ["journal", "Wait", "Wait", "Wait", "close"]
    assert bidden("verify", journal).code == 0


@pytest.mark.usefixtures("screen")
def test_while_another_process_begins_a_journal_it_is_not_begun_anew(
    refusal: Refusal, journal: Path
) -> None:
    write(journal, b"")
    with journal.open("ab") as theirs:
        lock(journal, theirs.fileno())
        said = f"{journal}: is being written by another process"
        assert refusal("play", "--journal", journal) == said
    assert journal.exists()


@pytest.mark.usefixtures("screen")
def test_what_may_be_no_journal_is_not_removed_but_it_is_said_what_to_do(
    refusal: Refusal, journal: Path, tmp_path: Path, recorded: bytes
) -> None:
    todo = "; delete it, or name another file to begin a game"
    link = tmp_path / "link.jsonl"
    link.symlink_to(write(journal, b""))
    assert refusal("play", "--journal", link).endswith(todo)
    assert link.is_symlink()
    packed = write(tmp_path / "backup.gz", gzip.compress(recorded, mtime=0)[:40])
    assert refusal("play", "--journal", packed).endswith(todo)
    assert packed.read_bytes() == gzip.compress(recorded, mtime=0)[:40]


@pytest.mark.parametrize("kind", sorted(NO_JOURNAL.keys() - EMPTY))
def test_what_is_no_journal_is_not_continued_and_left_as_it_is(
    refusal: Refusal, journal: Path, screen: Screen, recorded: bytes, kind: str
) -> None:
    forge, said = NO_JOURNAL[kind]
    write(journal, forge(recorded))
    assert refusal("play", "--journal", journal) == f"{journal}: {said}"
    assert (screen.begun_on, journal.read_bytes()) == ([], forge(recorded))


def test_a_journal_that_goes_another_way_is_not_continued_and_left_as_it_is(
    refusal: Refusal, journal: Path, screen: Screen, recorded: bytes
) -> None:
    forged = swap(recorded, 1, b'"seed":7', b'"seed":8')
    write(journal, forged)
    said = refusal("play", "--journal", journal)
    assert said.startswith(
        f"{journal}: cannot be continued: it, or this program, was changed since it was recorded: "
        "its replay differs first on turn 0 (line 2): digest "
    )
    assert (screen.begun_on, journal.read_bytes()) == ([], forged)


def test_an_intent_the_game_does_not_know_is_not_continued(
    refusal: Refusal, journal: Path, screen: Screen, recorded: bytes
) -> None:
    write(journal, swap(recorded, 4, b'"Move"', b'"Fly"'))
    assert refusal("play", "--journal", journal) == (
        f"{journal}: cannot be continued: it, or this program, was changed since it was recorded: "
        "line 4: there is no intent 'Fly' in this game. No state of it can be restored: none is "
        f"kept beside it. It was recorded by {version_of(Session(7).header)}, which this is. Watch "
        f"it with: bidden replay {journal}; where it is as it was recorded, o plays on from there"
    )
    assert screen.begun_on == []


@pytest.mark.parametrize(
    ("inside", "reason"),
    [("file/game.jsonl", "Not a directory"), ("x" * 300, "File name too long")],
    ids=["file", "long"],
)
@pytest.mark.parametrize("command", ["play", "demo"])
@pytest.mark.usefixtures("screen")
def test_a_place_that_cannot_be_written_is_refused(
    refusal: Refusal, tmp_path: Path, command: str, inside: str, reason: str
) -> None:
    write(tmp_path / "file", b"")
    path = tmp_path / inside
    assert refusal(command, "--journal", path) == f"{path}: cannot be written: {reason}"


@pytest.mark.usefixtures("screen")
def test_a_file_that_may_not_be_read_is_refused(
    refusal: Refusal, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, _mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    # Not chmod: whoever runs the tests may be allowed everything.
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal("play", "--journal", journal) == f"{journal}: cannot be read: Permission denied"


def test_a_game_that_breaks_off_leaves_a_journal_that_can_be_continued(
    bidden: Command, tmp_path: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(game: Play) -> None:
        game.perform(Wait())
        raise ZeroDivisionError("the screen broke")

    path = tmp_path / "mine.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(screen, "play", break_off)
        with pytest.raises(ZeroDivisionError, match="the screen broke"):
            bidden("play", "--journal", path)
    assert types_in(path) == ["journal", "Wait", "close"]
    assert bidden("play", "--journal", path).code == 0
    assert screen.begun_on == [1]


def test_after_leaving_on_a_full_disk_it_says_how_many_intents_are_lost(
    refusal: Refusal, tmp_path: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def fill_up(game: Play) -> None:
        game.perform(Wait())
        monkeypatch.setattr(os, "write", full)
        game.perform(Wait())
        game.perform(Wait())

    path = tmp_path / "mine.jsonl"
    monkeypatch.setattr(screen, "play", fill_up)
    said = f"{path}: cannot be written: No space left on device; 2 intents are lost"
    assert refusal("play", "--journal", path) == said
    assert types_in(path) == ["journal", "Wait"]


@pytest.mark.parametrize("early", [True, False], ids=["while it is played", "before the close"])
def test_a_journal_that_is_removed_while_it_is_played_goes_on_in_another_and_it_says_so(
    bidden: Command,
    tmp_path: Path,
    screen: Screen,
    monkeypatch: pytest.MonkeyPatch,
    early: bool,
) -> None:
    path, saved = tmp_path / "mine.jsonl", tmp_path / "mine.saved-1.jsonl"
    moved = f"{path}: was removed while it was being written; all of it is in {saved.name}"

    def play(game: Play) -> None:
        game.perform(Wait())
        path.unlink()
        if early:
            game.perform(Wait())
            assert game.view().notice == moved
            game.perform(Wait())
        assert game.view().notice == ""

    monkeypatch.setattr(screen, "play", play)
    outcome = bidden("play", "--journal", path)
    assert (outcome.code, outcome.err) == (2, f"bidden: {moved}\n")
    assert outcome.out == f"Recorded in {saved}; go on with: bidden play --journal {saved}\n"
    assert types_in(saved) == ["journal", *["Wait"] * (3 if early else 1), "close"]
    assert bidden("verify", saved).code == 0
    assert saved.with_name(f"{saved.name}.keys").exists() == early


@pytest.mark.usefixtures("screen")
def test_the_name_in_what_to_go_on_with_is_quoted_for_the_shell(
    bidden: Command, tmp_path: Path
) -> None:
    path = tmp_path / "my game; rm -r $HOME.jsonl"
    said = bidden("play", "--journal", path).out
    assert said.startswith(f"Recorded in {path}; go on with: ")
    assert shlex.split(said.partition(" with: ")[2]) == ["bidden", "play", "--journal", str(path)]


def test_without_a_terminal_it_says_so_and_runs_the_demo(
    bidden: Command, data_folder: Path, tmp_path: Path
) -> None:
    demo = tmp_path / "demo.jsonl"
    outcome = bidden("play", "--seed", 111)
    (play,) = data_folder.glob("*.jsonl")
    shown = bidden("demo", "--seed", 111, "--journal", demo).out.replace(str(demo), str(play))
    assert (outcome.code, outcome.err) == (0, "")
    first, _, rest = outcome.out.partition("\n")
    assert first == "There is no terminal to play in: running the demo instead."
    assert rest == shown
    assert play.read_bytes() == demo.read_bytes()


def test_without_a_terminal_no_bot_plays_in_a_journal_that_is_named(
    refusal: Callable[..., str], journal: Path, recorded: bytes, data_folder: Path, tmp_path: Path
) -> None:
    for path in (journal, tmp_path / "no" / "such" / "folder" / "game.jsonl"):
        said = refusal("play", "--seed", 3, "--journal", path)
        assert str(path) in said
        assert "bidden demo" in said
    assert journal.read_bytes() == recorded
    assert not (tmp_path / "no").exists()
    assert not data_folder.exists()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["play", "--seed", "x"], "--seed: 'x' is no whole number"),
        (["play", "--seed", "1.5"], "--seed: '1.5' is no whole number"),
        (["play", "--seed", "1_000"], "--seed: '1_000' is no whole number"),
        (["play", "--turns", "3"], "--turns"),
        (["play", "--frontend", "paper"], "paper"),
        (["play", "more"], "more"),
        (["--nonsense"], "--nonsense"),
        (["nonsense"], "nonsense"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
@pytest.mark.usefixtures("screen")
def test_arguments_that_do_not_fit_are_named(
    refusal: Refusal, data_folder: Path, arguments: list[str], named: str
) -> None:
    assert named in refusal(*arguments)
    assert not data_folder.exists()


@pytest.mark.usefixtures("screen")
def test_a_game_that_is_over_is_to_be_watched(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "over.jsonl"
    monkeypatch.setattr(Session, "ending", Ending.DIED)
    outcome = bidden("play", "--journal", path)
    assert outcome.out == (
        f"How it went is told in {tmp_path / 'over.death.txt'}\n"
        "Score 20; all of them are told by: bidden records\n"
        f"Recorded in {path}; watch it with: bidden replay {path}\n"
    )


@pytest.mark.usefixtures("screen")
def test_of_a_game_that_is_over_all_is_kept_whatever_bytes_its_name_has(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / os.fsdecode(b"over-\xff.jsonl")
    monkeypatch.setattr(Session, "ending", Ending.DIED)
    outcome = bidden("play", "--journal", path)
    assert (outcome.code, outcome.err) == (0, "")
    told = path.with_name(os.fsdecode(b"over-\xff.death.txt")).read_text("utf-8")
    assert f"Recorded in {tmp_path}/over-\\udcff.jsonl\n" in told
    (record,), _ = read(records_path())
    assert record.journal == f"{tmp_path}/over-\\udcff.jsonl"
    assert bidden("records").code == 0


@pytest.mark.usefixtures("screen")
def test_off_the_path_the_command_is_named_by_where_it_is(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.jsonl"
    monkeypatch.setattr(sys, "argv", [".venv/bin/bidden"])
    monkeypatch.setattr(terminal, "which", lambda name: None)
    assert f"go on with: .venv/bin/bidden play --journal {path}" in (
        bidden("play", "--journal", path).out
    )


@pytest.mark.parametrize(("term", "there"), [("xterm", True), ("dumb", False), ("", False)])
def test_a_dumb_terminal_is_none_to_play_in(
    monkeypatch: pytest.MonkeyPatch, term: str, there: bool
) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", term)
    assert terminal.has_terminal() is there
