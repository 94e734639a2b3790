"""Marks on the map: points that a digit leads to, over levels too, and ground that is excluded."""

from __future__ import annotations

import pytest

from bidden.frontend.drawing.board import KEPT_OFF
from bidden.frontend.running.stack import Stack
from bidden.intents import Move
from bidden.recording.marking.waymarks import Exclusion, Waymarks, Waypoint
from bidden.view import Bond, Chart, ChartedLevel, ChartedRoom
from tests.frontend.fakes import FakeGame, FakePlayback, a_view, tile
from tests.frontend.screen import lines_of, playing, press, replaying, text
from tests.frontend.screens.test_moving import settle

HERE, EAST = (5, 3), (8, 3)
DEN = ChartedRoom("the den", "in the north", (4, 2, 7, 3))
TEMPLE = ChartedLevel(3, "temple", tiles=tuple(tuple(map(tile, row)) for row in ("####", "#..>")))
BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)


def chart() -> Chart:
    return Chart(1, (ChartedLevel(1, "cellar", (DEN,), tiles=a_view().tiles), TEMPLE))


@pytest.fixture
def game() -> FakeGame:
    made = FakeGame()
    made.remembered = chart()
    return made


@pytest.fixture
def stack(game: FakeGame) -> Stack:
    return playing(game)


def test_a_tile_that_is_looked_at_is_given_a_digit_that_leads_there(
    stack: Stack, game: FakeGame
) -> None:
    press(stack, *";lllw")
    assert "1 " in text(stack)
    assert "Which waypoint is this to be?" in text(stack)
    press(stack, "3")
    assert game.waymarks.points == (Waypoint("3", 1, EAST, 0),)
    assert "(waypoint 3)" in text(stack)
    press(stack, "escape", "G")
    assert "3   the floor, in the den, 3 tiles away" in text(stack)
    press(stack, "3")
    settle(stack)
    assert game.performed == [Move(1, 0)] * 3
    assert "You are there." in text(stack)
    press(stack, "G")
    assert "3   you, in the den: you are there" in text(stack)


def test_the_prompt_for_travelling_draws_and_lists_them_and_leads_there(
    stack: Stack, game: FakeGame
) -> None:
    press(stack, *";lllw3", "escape", "_")
    assert lines_of(stack)[4] == "   #.@..3..+"
    assert "w: waypoint 3" in text(stack)
    press(stack, "w", "3")
    settle(stack)
    assert game.performed == [Move(1, 0)] * 3


def test_the_digit_once_more_on_the_same_tile_takes_the_mark_away(
    stack: Stack, game: FakeGame
) -> None:
    press(stack, *";lllw3w3")
    assert game.waymarks == Waymarks()
    assert "waypoint 3" not in text(stack)
    press(stack, "escape", "G")
    assert "No tile has a digit yet: ;, then w on a tile, gives it one." in text(stack)
    press(stack, "_", "w")
    assert "go there" in text(stack)


def test_a_point_on_another_level_is_gone_to_over_the_levels_between(game: FakeGame) -> None:
    game.waymarks = Waymarks((Waypoint("1", 3, (2, 1), 0), Waypoint("2", 3, (9, 9), 0)))
    stack = playing(game)
    press(stack, "G")
    assert "1   the floor, level 3, temple" in text(stack)
    assert "2   a tile, level 3, temple" in text(stack)
    press(stack, "1")
    settle(stack)
    assert "No known path to level 3." in text(stack)


def test_where_no_way_leads_any_more_stands_beside_it(game: FakeGame) -> None:
    game.waymarks = Waymarks((Waypoint("1", 3, (2, 1), 0),))
    game.changes |= {"bond": BOND, "level": 2}
    stack = playing(game)
    press(stack, "G")
    assert "1   the floor, level 3, temple" in text(stack)
    assert "no way leads" not in text(stack)
    game.changes["bond"] = Bond("Bo", "hunt", "hunt", "below", 101, False, 8, 400, 5)
    press(stack, "escape", ".", "G")
    assert "temple (no way leads there any more)" in text(stack)


def test_the_map_of_levels_shows_them(game: FakeGame) -> None:
    game.waymarks = Waymarks(
        (Waypoint("1", 1, EAST, 0), Waypoint("4", 1, EAST, 0)), (Exclusion(1, HERE, 2, 0),)
    )
    stack = playing(game)
    press(stack, "M")
    assert "#.@..1..+" in text(stack)
    assert "waypoint 14: the floor" in text(stack)
    assert "ground excluded around a tile" in text(stack)


def test_ground_is_excluded_then_a_tile_alone_then_nothing(stack: Stack, game: FakeGame) -> None:
    press(stack, *";lll")  # and oneself stands outside
    told = ["excluded as far as 2 tiles", "(excluded)", ""]
    for radius, words in zip((2, 0, None), told, strict=True):
        press(stack, "e")
        excluded = () if radius is None else (Exclusion(1, (8, 3), radius, 0),)
        assert game.waymarks.exclusions == excluded
        assert words in text(stack)
    assert "excluded as" not in text(stack)


def test_bare_ground_that_is_excluded_has_a_sign_on_the_map(stack: Stack) -> None:
    press(stack, *";lllle", "escape")
    assert lines_of(stack)[4] == f"   #.@{KEPT_OFF * 5}+"
    press(stack, *";ee", "escape")  # around oneself; then oneself alone
    press(stack, *";llll", "e", "escape")
    assert lines_of(stack)[4] == f"   #.@...{KEPT_OFF}.+"


def test_whatever_moves_on_stops_before_it(stack: Stack, game: FakeGame) -> None:
    press(stack, *";lllee", "escape", "L")
    settle(stack)
    assert game.performed == [Move(1, 0)] * 2
    assert "Before you is ground that you excluded." in text(stack)


def test_all_that_is_excluded_on_a_level_is_let_in_again_at_once(
    stack: Stack, game: FakeGame
) -> None:
    press(stack, *";llelleE")
    assert game.waymarks.exclusions == ()


def test_what_nobody_can_go_to_is_not_marked(stack: Stack, game: FakeGame) -> None:
    press(stack, *";kkew")
    assert game.waymarks == Waymarks()
    assert "nobody can go there — a wall" in text(stack)


def test_where_it_cannot_be_kept_that_is_told(game: FakeGame) -> None:
    game.trouble = "game.marks.json: what you mark cannot be kept there: no"
    stack = playing(game)
    press(stack, *";le")
    assert "what you mark cannot be kept there" in text(stack)


def test_in_a_replay_nothing_is_marked() -> None:
    stack = replaying(FakePlayback(3))
    press(stack, *";le")
    assert "exclude" not in text(stack)
    assert "examine" in text(stack)


def test_what_is_noted_of_a_level_stands_on_its_map_and_is_told_on_arrival(
    stack: Stack, game: FakeGame
) -> None:
    press(stack, "M", "!", *"beware", "space", *"trolls", "enter")
    assert game.waymarks.note_on(1) == "beware trolls"
    assert "“beware trolls”" in text(stack)
    press(stack, "escape")
    assert "Your note" not in text(stack)
    game.changes["level"] = 3
    press(stack, ".")
    assert "Your note" not in text(stack)
    game.changes["level"] = 1
    press(stack, "s")
    assert "Your note: beware trolls" in text(stack)
    press(stack, ".")
    assert "Your note" not in text(stack)
    press(stack, "M", "!", *["backspace"] * 20, "enter")
    assert game.waymarks.notes == ()


def test_what_a_game_begins_with_is_told_beside_what_is_noted_of_its_level() -> None:
    game = FakeGame("The game goes on from turn 3; 2 intents after it are lost.")
    game.waymarks = Waymarks().with_note(1, "rich", 1)
    stack = playing(game)
    assert "2 intents after it are lost. Your note: rich" in text(stack)
    game.changes["level"] = 3
    press(stack, ".")
    assert "are lost" not in text(stack)
    game.changes["level"] = 1
    press(stack, ".")
    assert "Your note: rich" in text(stack)
    assert "are lost" not in text(stack)


def test_a_note_of_another_level_is_written_on_its_map(stack: Stack, game: FakeGame) -> None:
    press(stack, "M", ">", "!", *"rich", "enter")
    assert [(one.level, one.text) for one in game.waymarks.notes] == [(3, "rich")]
