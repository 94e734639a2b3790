"""However play ends, the journal is closed; if the game is over, its result is recorded."""

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.cli import main
from bidden.intents import Wait
from bidden.recording.folder.files import morgue_path, records_path
from bidden.recording.folder.records import read
from bidden.recording.playing import Play, load
from bidden.session import Session
from bidden.view import Ending
from eventcore import JournalError
from tests.cli.conftest import Command, Refusal, Show


def test_error_during_play_is_raised_after_the_journal_is_closed_and_named(
    bidden: Command,
    front_end: Show,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    snapshot: SnapshotAssertion,
) -> None:
    path, turns = tmp_path / "mine.jsonl", list[int]()

    def break_off(game: Any) -> None:
        turns.append(game.view().turn)
        game.perform(Wait())
        if len(turns) == 1:
            raise LookupError("no such rule")

    front_end(break_off)
    with pytest.raises(LookupError):
        main(["play", "--journal", str(path), "--scenario", "first"])
    assert capsys.readouterr() == snapshot
    assert load(path).records[-1].type == "close"
    assert bidden("play", "--journal", path).code == 0
    assert turns == [0, 1]


@pytest.mark.parametrize("error", [LookupError("no such rule"), SystemExit(143)])
def test_finished_game_leaves_a_morgue_file_even_if_play_ends_in_an_error(
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
    assert [one.journal for one in read(records_path())[0]] == [str(path)]


def test_games_that_were_over_are_kept_though_their_journals_cannot_be_closed(
    front_end: Show, refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
