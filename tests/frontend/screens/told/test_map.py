"""The map of levels: a drawing with text beside it, and descriptions of rooms in look mode."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.view import Chart, ChartedLevel, ChartedRoom
from tests.frontend.fakes import FakeGame, tile
from tests.frontend.screen import is_playing, lines_of, playing, press, text

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


def test_map_of_levels_draws_the_player_s_level_and_describes_it(
    snapshot: SnapshotAssertion,
) -> None:
    made = game()
    stack = playing(made)
    press(stack, "M")
    assert text(stack) == snapshot
    press(stack, "escape")
    assert is_playing(stack)
    assert made.performed == []


@pytest.mark.parametrize(("on", "back"), [(">", "<"), ("right", "left"), ("tab", "h")])
def test_map_keys_switch_between_levels_and_stop_at_the_last_level(on: str, back: str) -> None:
    stack = playing(game())
    press(stack, "M")
    places = []
    for keys in ((on,), (back,), (back, on)):
        press(stack, *keys)
        places.append("labyrinth" if "labyrinth" in lines_of(stack)[2] else "valley")
    assert places == ["labyrinth", "valley", "labyrinth"]


def test_wide_level_is_drawn_with_what_matters_most_in_each_cell() -> None:
    made = game()
    ground = "".join("@" if x == 10 else ">" if x == 31 else "." for x in range(80))
    level = ChartedLevel(1, "cave", tiles=(tuple(tile(one) for one in ground),))
    made.remembered = Chart(1, (level,))
    stack = playing(made)
    press(stack, "M")
    assert lines_of(stack)[2].split()[0] == "." * 5 + "@" + "." * 9 + ">" + "." * 24
    assert "Drawn at half width." in text(stack)
    assert lines_of(stack, 160, 40)[2].split()[0] == ground
    assert "Each character" not in " ".join(lines_of(stack, 160, 40))


def test_looking_about_names_the_visited_room_of_a_tile(snapshot: SnapshotAssertion) -> None:
    stack = playing(game())
    press(stack, ";")
    for keys in ("", "l", "ll"):
        press(stack, *keys)
        assert lines_of(stack)[-2].strip() == snapshot


def test_look_separates_a_creature_title_from_the_room_name() -> None:
    made = game()
    made.told[5, 3] = "Oska Longtooth, Horn of the Maze"
    stack = playing(made)
    press(stack, ";")
    assert lines_of(stack)[-2].strip() == "Oska Longtooth, Horn of the Maze, in the brass hall."
