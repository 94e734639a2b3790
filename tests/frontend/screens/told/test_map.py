"""The map of levels: a drawing with words beside it, and what looking about tells of rooms."""

from __future__ import annotations

import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.view import Chart, ChartedLevel, ChartedRoom
from tests.frontend.fakes import FakeGame, tile
from tests.frontend.screen import lines_of, playing, press

HALL = ChartedRoom("the brass hall", "in the north", (4, 2, 4, 3), here=True, lying=("a rock",))
SEEN = ChartedRoom("", "in the east", (8, 2, 3, 3))
DRAWING = ("          ", "   #####  ", "   #.>.#  ", "   #@..+  ", "   #####  ")
CHART = Chart(
    2,
    (
        ChartedLevel(1, "valley"),
        ChartedLevel(
            2,
            "labyrinth",
            (HALL, SEEN),
            ("a locked door, in the east",),
            ("a shield, in the south",),
            tuple(tuple(map(tile, row)) for row in DRAWING),
        ),
    ),
)


def game() -> FakeGame:
    made = FakeGame()
    made.remembered = CHART
    return made


def test_it_tells_of_the_level_the_player_is_on_and_draws_it_beside() -> None:
    stack = playing(game())
    press(stack, "M")
    assert lines_of(stack)[:8] == [
        " The map",
        "",
        " #####   Level 2: labyrinth, where you are",
        " #.>.#   a locked door, in the east",
        " #@..+   the brass hall, in the north, where you are; there: a rock",
        " #####   a room you only looked into, in the east",
        "         a shield, in the south",
        "",
    ]
    assert lines_of(stack)[-1] == " < > other levels   _ go there   ! note   Esc back"


@pytest.mark.parametrize(("on", "back"), [(">", "<"), ("right", "left"), ("tab", "h")])
def test_keys_lead_to_the_other_levels_and_stop_at_the_last(on: str, back: str) -> None:
    stack = playing(game())
    press(stack, "M", on)
    assert lines_of(stack)[2] == " #####   Level 2: labyrinth, where you are"
    press(stack, back)
    assert lines_of(stack)[2:4] == [" Level 1: valley", " Nothing here has a name."]
    press(stack, back, on)
    assert lines_of(stack)[2] == " #####   Level 2: labyrinth, where you are"


def test_a_level_too_wide_to_be_drawn_is_drawn_with_what_matters_most_in_each_cell() -> None:
    made = game()
    ground = "".join("@" if x == 10 else ">" if x == 31 else "." for x in range(80))
    level = ChartedLevel(1, "cave", tiles=(tuple(tile(one) for one in ground),))
    made.remembered = Chart(1, (level,))
    stack = playing(made)
    press(stack, "M")
    drawn = lines_of(stack)[2].split("   Level 1")[0].strip()
    assert len(drawn) == 40
    assert drawn == "." * 5 + "@" + "." * 9 + ">" + "." * 24
    wide = new_console(160, 40)
    stack.draw(wide)
    assert text_of(wide).split("\n")[2].startswith(f" {ground}   Level 1: cave")


def test_a_map_of_nothing_says_so() -> None:
    stack = playing(FakeGame())
    press(stack, "M", ">")
    assert lines_of(stack)[2] == " You remember nothing."
    press(stack, "escape")
    assert "The map" not in lines_of(stack)[0]


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
