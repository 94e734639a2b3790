"""The shelf: games that are kept are listed by what was written last, and none is played for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bidden.intents import Wait
from bidden.recording.finishing import finish
from bidden.recording.playing import Play, begin
from bidden.recording.shelf import ended_last, games_in, looked_into, under_way
from tests.bidden.recorded import give_in


def play(path: Path, seed: int, turns: int, level: str = "run") -> Play:
    game = begin(seed, path, level=level)
    for _ in range(turns):
        game.perform(Wait())
    game.close()
    return game


def written(path: Path, when: int) -> None:
    os.utime(path, (when, when))


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_games_are_listed_with_seed_and_turn_the_latest_first(tmp_path: Path) -> None:
    for number, (name, turns) in enumerate((("b", 3), ("a", 7), ("c", 0))):
        play(tmp_path / f"{name}.jsonl", number, turns)
        written(tmp_path / f"{name}.jsonl", 1_000_000 + 100 * number)
    found = [(one.path.name, one.seed, one.turn, one.ended) for one in games_in(tmp_path)]
    assert found == [("c.jsonl", 2, 0, ""), ("a.jsonl", 1, 7, ""), ("b.jsonl", 0, 3, "")]


def test_what_is_no_journal_or_cannot_be_read_is_not_listed(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "odd.jsonl").write_bytes(b"\xff\n[[[\n")
    (tmp_path / "note.txt").write_text("hello")
    (tmp_path / "folder.jsonl").mkdir()
    assert games_in(tmp_path) == []
    assert under_way(tmp_path) is None
    assert games_in(tmp_path / "none") == []


def test_the_newest_game_under_way_is_told_with_where_it_was_left(tmp_path: Path) -> None:
    play(tmp_path / "old.jsonl", 1, 2)
    written(tmp_path / "old.jsonl", 1_000_000)
    play(tmp_path / "new.jsonl", 2, 4)
    one, more = under_way(tmp_path), looked_into(tmp_path)
    assert one is not None
    assert more is not None
    assert (one.path.name, one.turn, one.place) == ("new.jsonl", 4, "")
    assert (more.path.name, more.turn, more.place) == ("new.jsonl", 4, "level 1, circle")


@pytest.mark.parametrize("told", [True, False], ids=["told of", "killed before"])
def test_a_game_that_is_over_is_not_under_way(tmp_path: Path, told: bool) -> None:
    play(tmp_path / "old.jsonl", 1, 2)
    written(tmp_path / "old.jsonl", 1_000_000)
    dead = begin(111, tmp_path / "dead.jsonl")
    while dead.session.ending is None:
        dead.perform(give_in(dead.view()))
    dead.close()
    if told:
        finish(dead)
    one, more = under_way(tmp_path), looked_into(tmp_path)
    assert one is not None
    assert more is not None
    assert one.path.name == ("old.jsonl" if told else "dead.jsonl")
    assert more.path.name == "old.jsonl"
    assert [game.ended for game in games_in(tmp_path)] == ["death" if told else "", ""]


def test_the_game_played_last_is_given_where_it_is_over(tmp_path: Path) -> None:
    assert ended_last(tmp_path) is None
    for name, when in (("dead", 2), ("going", 1)):
        play(tmp_path / f"{name}.jsonl", 1, 2)
        written(tmp_path / f"{name}.jsonl", 1_000_000 + when)
    assert ended_last(tmp_path) is None
    (tmp_path / "dead.death.txt").touch()
    one = ended_last(tmp_path)
    assert one is not None
    assert (one.path.name, one.ended) == ("dead.jsonl", "death")
    written(tmp_path / "going.jsonl", 1_000_009)
    assert ended_last(tmp_path) is None
