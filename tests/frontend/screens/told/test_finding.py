"""What was seen on any level is found by its name, and gone to; so is a level on the map."""

from __future__ import annotations

import attrs

from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.intents import Move
from bidden.view import Chart, ChartedLevel
from tests.frontend.fakes import FakeGame, tile
from tests.frontend.screen import lines_of, playing, press

BELOW = ("#####", "#!.>#", "#_..#", "#####")


def a_level(level: int, rows: tuple[str, ...]) -> ChartedLevel:
    return ChartedLevel(level, "tower", tiles=tuple(tuple(map(tile, row)) for row in rows))


def game() -> FakeGame:
    made = FakeGame()
    made.remembered = Chart(1, (a_level(1, ("  <  ",)), a_level(2, BELOW)))
    return made


def shown(*keys: str) -> list[str]:
    stack = playing(game())
    press(stack, "/", *keys)
    return lines_of(stack)


def test_all_that_was_seen_is_listed_and_narrowed_by_what_is_typed() -> None:
    everything = shown()
    assert everything[0] == " Find and go to: _"
    # The altar is drawn as such, and has no name of its own here; nor has the potion.
    assert [line.strip() for line in everything if "level 2, tower" in line] == [
        "a stair down, level 2, tower",
        "a thing (×2), level 2, tower",
    ]
    typed = shown(*"tower", "space", *"dow")
    assert typed[0] == " Find and go to: tower dow_"
    assert [line for line in typed[2:-4] if line] == [" >   a stair down, level 2, tower"]
    assert "Nothing you saw is called so." in shown(*"xyzzy")[2]
    assert shown(*"xyzzy", *["backspace"] * 5)[2:] == everything[2:]


def test_things_are_found_by_their_kind_as_well() -> None:
    assert [line for line in shown(*"potions")[2:-4] if line] == [
        " >   a thing (×2), level 2, tower"
    ]


def test_no_letter_leaves_it_and_escape_does() -> None:
    stack = playing(game())
    press(stack, "/", "q", "j", "g")
    assert lines_of(stack)[0] == " Find and go to: qjg_"
    press(stack, "escape")
    assert len(stack.screens) == 1


def test_what_is_chosen_is_gone_to_and_why_it_stops_is_told() -> None:
    stack = playing(game())
    press(stack, "/", *"down", "enter")
    assert len(stack.screens) == 1
    assert "No known path to level 2." in "\n".join(lines_of(stack))


def test_the_level_that_is_shown_on_the_map_is_travelled_to() -> None:
    made = game()
    stack = playing(made)
    press(stack, "M", ">", "_")
    assert len(stack.screens) == 1
    assert "No known path to level 2." in "\n".join(lines_of(stack))
    press(stack, "M", "enter")
    assert "You are on level 1." in "\n".join(lines_of(stack))
    assert not [one for one in made.performed if not isinstance(one, Move)]


def test_typed_words_are_patterns() -> None:
    for typed in ("^a stair", "St*, LEVEL", "down, !altar"):
        keys = ["space" if key == " " else key for key in typed]
        assert [line.strip() for line in shown(*keys)[2:-4] if line] == [
            ">   a stair down, level 2, tower"
        ]
    assert "Nothing you saw is called so." in shown(*"^stair")[2]
    assert "Nothing you saw is called so." in shown(*"!a")[2]


def test_ground_is_found_by_its_name_where_it_is_to_be() -> None:
    for also, found in (((), 0), (("a th*g",), 1), (("bog",), 0)):
        made = game()
        bog = attrs.evolve(tile("."), name="a thing of mud")
        made.remembered = Chart(1, (ChartedLevel(1, "tower", tiles=((bog,),)),))
        theme = load_theme()
        options = attrs.evolve(theme, options=Options(find_also=also))
        stack = Stack.for_game(made, options)
        press(stack, "/")
        assert sum("a thing of mud, 5 tiles away" in row for row in lines_of(stack)) == found
