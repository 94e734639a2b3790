"""``bidden records``: the runs that are over, and the file they are kept in."""

from pathlib import Path

import pytest

from bidden.cli import terminal
from bidden.events.combat import Die
from bidden.recording import playing
from bidden.recording.folder.files import records_path
from bidden.recording.folder.records import RunRecord, keep, read
from tests.cli.conftest import Command

FREE = RunRecord(900, "free", 5, 3000, 7, 40_000, "/games/a.jsonl", ("first", "free"))
DEAD = RunRecord(
    60,
    "Killed by a troll",
    0,
    512,
    12,
    900,
    "/games/b.jsonl",
    ("first",),
    "played on from a replay",
)


def test_none_is_over(bidden: Command) -> None:
    outcome = bidden("records")
    assert (outcome.code, outcome.out, outcome.err) == (0, "No run is over yet.\n", "")


def test_the_best_comes_first_and_what_was_achieved_last(bidden: Command) -> None:
    for record in (DEAD, FREE):
        keep(record, records_path())
    outcome = bidden("records")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "Score  Ended                                        Bindings  Turns  Seed  Journal",
        "  900  free                                                5   3000     7  /games/a.jsonl",
        "   60  Killed by a troll (played on from a replay)         0    512    12  /games/b.jsonl",
        "",
        "2 runs, 1 won (50 %); 3,512 turns in all.",
        "Best score 900, on average 480; 5 bindings fulfilled.",
        "",
        "Achieved: 2 of 27",
        "  Discharged: Fulfil a binding.",
        "  Free: Put your own summoner to rest, and be free.",
    ]


def test_lines_that_are_none_are_told_in_one_line(bidden: Command) -> None:
    keep(FREE, records_path())
    with records_path().open("a") as file:
        file.write("{torn\nodd\n")
    outcome = bidden("records")
    assert outcome.code == 2
    assert outcome.err == f"bidden: {records_path()}: 2 lines are torn or no record, and skipped\n"
    assert "free" in outcome.out


def test_a_file_that_cannot_be_read_is_refused(bidden: Command) -> None:
    records_path().mkdir(parents=True)
    outcome = bidden("records")
    assert (outcome.code, outcome.out) == (2, "")
    assert "records.jsonl: cannot be read: Is a directory" in outcome.err


def over(path: Path, level: str) -> playing.Play:
    """A game that ends with what a test publishes."""
    game = playing.begin(5, path, level=level)
    you = game.session.player
    game.session.world.publish(Die(game.session.world.root, you, "poison", outright=True))
    game.close()
    return game


def test_a_run_that_ends_in_play_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bidden: Command
) -> None:
    game = over(tmp_path / "run.jsonl", "run")
    terminal.tell_where_recorded(game)
    assert "Score 20; all of them are told by: " in capsys.readouterr().out
    [record], bad = read(records_path())
    assert bad == 0
    assert (record.score, record.how, record.turns, record.seed) == (20, "Killed by poison", 0, 5)
    assert record.journal == str(tmp_path / "run.jsonl")
    terminal.tell_where_recorded(game)  # looked at again
    capsys.readouterr()
    assert bidden("records").out.count("Killed by poison") == 1


def test_other_games_are_not_kept(tmp_path: Path) -> None:
    terminal.tell_where_recorded(over(tmp_path / "first.jsonl", "first"))
    assert not records_path().exists()


def test_where_it_cannot_be_kept_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records_path().mkdir(parents=True)
    assert terminal.tell_where_recorded(over(tmp_path / "run.jsonl", "run")) == 0
    said = capsys.readouterr()
    assert "how the run went cannot be kept there: Is a directory" in said.err
    assert "Recorded in" in said.out


def test_recordings_are_told_of_whoever_played_them(tmp_path: Path, bidden: Command) -> None:
    for seed, level in ((4, "run"), (2, "cellar")):
        playing.begin(seed, tmp_path / f"{level}.jsonl", level=level).close()
    keep(FREE, records_path())
    outcome = bidden("records", tmp_path / "run.jsonl", tmp_path / "cellar.jsonl")
    assert outcome.code == 0
    assert outcome.err == f"bidden: {tmp_path / 'cellar.jsonl'}: this is no run, and has no score\n"
    assert outcome.out.splitlines() == [
        "Score  Ended      Bindings  Turns  Seed  Journal",
        f"   20  under way         0      0     4  {tmp_path / 'run.jsonl'}",
        "",
        "Achieved: 0 of 27",
    ]
    assert [one.seed for one in read(records_path())[0]] == [7]
