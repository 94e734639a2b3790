"""The shelf lists saved games by their last records, without replaying them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Wait
from bidden.recording.finishing import finish
from bidden.recording.folder.files import morgue_path
from bidden.recording.folder.shelf import ended_last, games_in, looked_into, under_way
from bidden.recording.playing import Play, begin, load
from bidden.recording.resume import resume
from bidden.view import Ending
from eventcore.journal.lines import sealed
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


HEADER = (
    b'{"seq":0,"turn":0,"kind":"mark","type":"journal","v":%d,"parent":null,"data":'
    b'{"game":"%b","engine":"0.1.0","seed":5,"content":"","chains":""},"digest":""}'
)
FALSE = {
    "empty": b"",
    "odd": b"\xff\n[[[\n",
    "json": b'{"seed":5,"turn":3,"data":{"seed":5}}\n',
    "cut": sealed(HEADER % (1, b"bidden"), 0)[0][:90],
    "newer": sealed(HEADER % (7, b"bidden"), 0)[0],
    "other": sealed(HEADER % (1, b"mint"), 0)[0],
    "changed": sealed(HEADER % (1, b"bidden"), 9)[0],
}
"""The contents of files that look like journals but are not, by name."""


@pytest.mark.parametrize("name", FALSE)
def test_invalid_game_file_is_skipped_and_listed_with_its_problem(
    tmp_path: Path, name: str, snapshot: SnapshotAssertion
) -> None:
    play(tmp_path / "real.jsonl", 1, 2)
    written(tmp_path / "real.jsonl", 1_000_000)
    (tmp_path / f"{name}.jsonl").write_bytes(FALSE[name])
    (tmp_path / f"{name}.death.txt").touch()
    wrong, real = games_in(tmp_path)
    assert (wrong.path.name, real.path.name, real.problem) == (f"{name}.jsonl", "real.jsonl", "")
    assert wrong.problem == snapshot
    one, more = under_way(tmp_path), looked_into(tmp_path)
    assert one is not None
    assert more is not None
    assert (one.path.name, more.path.name) == ("real.jsonl", "real.jsonl")
    assert ended_last(tmp_path) is None


def test_game_with_a_damaged_end_is_under_way_from_its_last_whole_record(
    tmp_path: Path,
) -> None:
    play(tmp_path / "mine.jsonl", 1, 5)
    with (tmp_path / "mine.jsonl").open("ab") as file:
        file.write(b"\0\0\0\n[[[\n{}\n")
    one = under_way(tmp_path)
    assert one is not None
    assert (one.turn, one.problem) == (5, "")


def test_newest_unfinished_game_is_found_with_its_turn_and_place(tmp_path: Path) -> None:
    play(tmp_path / "old.jsonl", 1, 2)
    written(tmp_path / "old.jsonl", 1_000_000)
    play(tmp_path / "new.jsonl", 2, 4)
    one, more = under_way(tmp_path), looked_into(tmp_path)
    assert one is not None
    assert more is not None
    assert (one.path.name, one.turn, one.place) == ("new.jsonl", 4, "")
    assert (more.path.name, more.turn, more.place) == ("new.jsonl", 4, "level 1, circle")


def test_game_without_an_intent_does_not_hide_the_game_before_it(tmp_path: Path) -> None:
    play(tmp_path / "old.jsonl", 1, 2)
    written(tmp_path / "old.jsonl", 1_000_000)
    play(tmp_path / "unplayed.jsonl", 2, 0)
    assert under_way_in(tmp_path) == "old.jsonl"
    morgue_path(tmp_path / "old.jsonl", Ending.DIED).touch()
    assert under_way_in(tmp_path) == ""
    ended = ended_last(tmp_path)
    assert ended is not None
    assert ended.path.name == "old.jsonl"


def test_unfinished_practice_is_resumed_only_without_an_unfinished_run(tmp_path: Path) -> None:
    runs = {"short": "first", "long": "run"}
    for when, (name, level) in enumerate({**runs, "practice": "blaze"}.items()):
        play(tmp_path / f"{name}.jsonl", 1, 2, level)
        written(tmp_path / f"{name}.jsonl", 1_000_000 + when)
    assert [one.practice for one in games_in(tmp_path)] == ["blaze", "", ""]
    assert under_way_in(tmp_path) == "long.jsonl"
    for name in runs:
        (tmp_path / f"{name}.death.txt").touch()
    assert under_way_in(tmp_path) == "practice.jsonl"


@pytest.mark.parametrize("told", [True, False], ids=["told of", "killed before"])
def test_game_recorded_as_finished_is_not_in_progress(tmp_path: Path, told: bool) -> None:
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


@pytest.mark.parametrize("name", ["mine", "mine.back-1-1", "mine.turn-7-1.before-1"])
def test_damaged_game_is_not_under_way_after_it_continues_in_a_new_journal(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / f"{name}.jsonl"
    play(path, 1, 5)
    path.write_bytes(path.read_bytes().replace(b'"turn":3', b'"turn":8'))
    assert under_way_in(tmp_path) == path.name
    game = resume(path, load(path))
    game.close()
    assert under_way_in(tmp_path) == game.path.name
    morgue_path(game.path, Ending.DIED).touch()
    written(path, 2_000_000_000)
    assert {one.path for one in games_in(tmp_path)} == {path, game.path}
    assert under_way_in(tmp_path) == ""


def under_way_in(folder: Path) -> str:
    one, more = under_way(folder), looked_into(folder)
    names = {"" if kept is None else kept.path.name for kept in (one, more)}
    assert len(names) == 1
    return names.pop()


def test_game_that_was_rewound_into_a_new_journal_is_not_under_way(tmp_path: Path) -> None:
    names = "mine", "mine.back-1-1", "mine.back-2-1"
    for when, name in enumerate(names):
        play(tmp_path / f"{name}.jsonl", 1, 2)
        written(tmp_path / f"{name}.jsonl", 1_000_000 + when)
    assert under_way_in(tmp_path) == "mine.back-2-1.jsonl"
    (tmp_path / "mine.back-2-1.victory.txt").touch()
    assert under_way_in(tmp_path) == ""
    play(tmp_path / "other.jsonl", 2, 2)
    written(tmp_path / "other.jsonl", 999_999)
    assert under_way_in(tmp_path) == "other.jsonl"
