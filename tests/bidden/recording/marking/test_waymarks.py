"""What is marked is kept beside the journal, goes back with the game, and is no record of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.intents import Wait
from bidden.recording.marking.waymarks import (
    Exclusion,
    Waymarks,
    Waypoint,
    read_waymarks,
    waymarks_path,
)
from bidden.recording.playing import Play, begin, load
from bidden.recording.resume import resume
from bidden.view import MAP_HEIGHT

ALTAR = Waypoint("3", 1, (12, 7), 0)
LATER = Waypoint("1", 2, (4, 5), 9)
NEST, LATE_NEST = Exclusion(1, (8, 8), 4, 0), Exclusion(1, (2, 2), 1, 9)
MARKED = Waymarks((LATER, ALTAR), (NEST, LATE_NEST)).with_note(1, "here it began", 3)


@pytest.fixture
def game(tmp_path: Path) -> Play:
    game = begin(3, tmp_path / "game.jsonl", level="run")
    for _ in range(10):
        game.perform(Wait())
    return game


def test_a_digit_means_one_point_and_none_once_it_is_marked_there_again() -> None:
    marked = Waymarks().with_point(ALTAR).with_point(LATER)
    assert marked.points == (LATER, ALTAR)
    elsewhere = Waypoint("3", 1, (1, 1), 5)
    assert marked.with_point(elsewhere).point("3") == elsewhere
    assert marked.with_point(Waypoint("3", 1, (12, 7), 8)).points == (LATER,)
    both = marked.with_point(Waypoint("0", 1, (12, 7), 8))
    assert both.signs_on(1) == {(12, 7): "30"}


def test_a_tile_has_one_exclusion_and_a_level_can_be_rid_of_all() -> None:
    wider, other = Exclusion(1, (8, 8), 8, 2), Exclusion(2, (8, 8), 1, 2)
    marked = Waymarks().with_exclusion(NEST).with_exclusion(other).with_exclusion(wider)
    assert marked.exclusions == (other, wider)
    assert marked.exclusion_at(1, (8, 8)) == wider
    assert marked.without_exclusion(1, (8, 8)).exclusions == (other,)
    assert marked.without_exclusion(2).exclusions == (wider,)


def test_what_is_marked_is_there_when_the_game_goes_on_and_the_journal_is_as_it_was(
    game: Play,
) -> None:
    before = game.path.read_bytes()
    assert game.mark(MARKED) == ""
    assert game.path.read_bytes() == before
    game.close()
    assert waymarks_path(game.path).name == "game.marks.json"
    again = resume(game.path, load(game.path))
    assert again.waymarks == MARKED
    again.close()


def test_a_game_that_went_back_has_what_was_marked_by_then(game: Play) -> None:
    game.mark(MARKED)
    back = game.go_back(5)
    assert back.waymarks == read_waymarks(back.path) == MARKED.until(5)
    assert (back.waymarks.points, back.waymarks.exclusions) == ((ALTAR,), (NEST,))
    assert len(back.waymarks.notes) == 1
    assert MARKED.until(2).notes == ()
    game.close()
    back.close()


def test_out_of_a_damaged_journal_a_game_goes_on_with_what_was_marked_by_then(game: Play) -> None:
    game.mark(MARKED)
    game.close()
    game.path.write_bytes(game.path.read_bytes().replace(b'"turn":6', b'"turn":7'))
    again = resume(game.path, load(game.path))
    assert (again.path.name, again.session.world.turn) == ("game.saved-1.jsonl", 6)
    assert again.waymarks == read_waymarks(again.path) == MARKED.until(6)
    assert again.waymarks.points == (ALTAR,)
    again.close()
    assert read_waymarks(game.path) == MARKED


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'{"points": [{"digit": "12", "level": 1, "at": [1, 1], "turn": 0}]}',
        b'{"points": [{"digit": "1", "level": 1, "at": [1, %d], "turn": 0}]}' % MAP_HEIGHT,
        b'{"exclusions": [{"level": 1, "at": [1, 1], "radius": 21, "turn": 0}]}',
    ],
)
def test_a_file_that_does_not_fit_marks_nothing(game: Play, text: bytes) -> None:
    waymarks_path(game.path).write_bytes(text)
    assert game.waymarks == Waymarks()
    game.close()
