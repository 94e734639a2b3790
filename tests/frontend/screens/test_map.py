"""The map in words: a page, and what looking about tells of rooms."""

from __future__ import annotations

from bidden.view import Chart, ChartedLevel, ChartedRoom
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, press

HALL = ChartedRoom("the brass hall", "in the north", (4, 2, 4, 3), here=True, lying=("a rock",))
SEEN = ChartedRoom("", "in the east", (8, 2, 3, 3))
CHART = Chart(
    2,
    (
        ChartedLevel(1, "valley"),
        ChartedLevel(2, "labyrinth", (HALL, SEEN), ("a locked door, in the east",)),
    ),
)


def game() -> FakeGame:
    made = FakeGame()
    made.remembered = CHART
    return made


def test_it_tells_of_rooms_and_ways_of_the_players_level_first() -> None:
    stack = playing(game())
    press(stack, "M")
    assert [line.strip() for line in lines_of(stack)[:11]] == [
        "The map",
        "",
        "Level 2: labyrinth, where you are",
        "the brass hall, in the north, where you are; there: a rock",
        "a room you only looked into, in the east",
        "a locked door, in the east",
        "",
        "Level 1: valley",
        "Nothing here has a name.",
        "",
        "",
    ]


def test_it_takes_no_turn_and_is_left_again() -> None:
    made = game()
    stack = playing(made)
    before = lines_of(stack)
    press(stack, "M", "escape")
    assert lines_of(stack) == before
    assert made.performed == []


def test_looking_about_tells_in_which_room_a_tile_is_that_was_visited() -> None:
    stack = playing(game())
    press(stack, ";")
    assert lines_of(stack)[-2].strip() == "you, in the brass hall"
    press(stack, "l")
    assert lines_of(stack)[-2].strip() == "the floor, in the brass hall"
    press(stack, "l", "l")
    assert lines_of(stack)[-2].strip() == "the floor"


def test_looking_about_tells_what_to_make_of_a_tile_in_a_line_of_its_own() -> None:
    made = game()
    made.abouts[5, 3] = "Yourself."
    stack = playing(made)
    press(stack, ";")
    assert lines_of(stack)[-3].strip() == "Yourself."
    press(stack, "l")
    assert "Yourself." not in lines_of(stack)[-3]
