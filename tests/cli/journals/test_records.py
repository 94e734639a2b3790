"""``bidden records`` lists the finished runs, which are stored in a file."""

import re
from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.cli import terminal
from bidden.events.combat import Die
from bidden.recording import playing
from bidden.recording.folder.files import records_path
from bidden.recording.folder.records import RunRecord, keep, read
from tests.cli.conftest import Command

FREE = RunRecord(900, "free", 5, 3000, 7, 40_000, "/games/a.jsonl", ("first", "free"))
DEAD = RunRecord(60, "Killed by a troll", 0, 512, 12, 900, "/games/b.jsonl", ("first",), "a note")


def test_best_run_comes_first_and_achievements_last(
    bidden: Command, snapshot: SnapshotAssertion
) -> None:
    worse = attrs.evolve(DEAD, score=20, seed=13, journal="/games/c.jsonl")
    for record in (worse, DEAD, FREE):
        keep(record, records_path())
    outcome = bidden("records")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == snapshot
    assert re.findall(r"/games/.\.jsonl", outcome.out) == [
        one.journal for one in (FREE, DEAD, worse)
    ]


def test_torn_lines_are_skipped_and_exit_2(bidden: Command, snapshot: SnapshotAssertion) -> None:
    keep(FREE, records_path())
    with records_path().open("a") as file:
        file.write("{torn\nodd\n")
    outcome = bidden("records")
    assert outcome.code == 2
    assert outcome.err == snapshot
    assert FREE.journal in outcome.out


def over(path: Path, level: str) -> playing.Play:
    game = playing.begin(5, path, level=level)
    game.close()
    you = game.session.player
    game.session.world.publish(Die(game.session.world.root, you, "poison", outright=True))
    return game


def test_finished_run_is_recorded_only_once(bidden: Command, tmp_path: Path) -> None:
    game = over(tmp_path / "run.jsonl", "run")
    for _ in range(2):
        assert terminal.tell_where_recorded(game) == 0
        [record], torn = read(records_path())
        assert (record.score, record.turns, record.seed, torn) == (20, 0, 5, 0)
        assert "poison" in record.how
        assert record.journal == str(tmp_path / "run.jsonl")


def test_games_outside_a_run_are_not_added_to_the_records(tmp_path: Path) -> None:
    terminal.tell_where_recorded(over(tmp_path / "first.jsonl", "first"))
    assert not records_path().exists()


def test_failure_to_save_a_run_record_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    records_path().mkdir(parents=True)
    path = tmp_path / "run.jsonl"
    (tmp_path / "run.death.txt").mkdir()
    assert terminal.tell_where_recorded(over(path, "run")) == 0
    said = capsys.readouterr()
    assert said.err == snapshot
    assert str(path) in said.out
