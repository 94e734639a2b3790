"""Targeting, looking, casting and naming: tiles and things asked for by keys and by mouse."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.frontend.drawing.board import MAP_ROW
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.intents import Cast, Engrave, Move, Name, Read, Shoot, Throw
from bidden.perception.foretold.forecast import Forecast, GroundForecast, TargetForecast
from bidden.view import Aiming, Castable, Held, Shape
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, press

ROCK = Held("a", "a rock", ("throw",), "*", "gear", aimed=(("throw", Aiming(Shape.DIRECTION)),))
SCROLL = Held(
    "b", "a scroll of fireball", ("read",), "?", "scroll", aimed=(("read", Aiming(Shape.TILE)),)
)
PLAIN = Held("c", "a scroll of lightning", ("read",), "?", "scroll")
BOOK = Held("d", "a blue book", ("read",), "=", "book", spells=("blink", "bolt"))
STRANGE = Held("e", "a murky potion", ("quaff",), "!", "potion", known=False)
SPELLS = (Castable("blink", 6), Castable("bolt", 3, Aiming(Shape.CREATURE, 5)))
FOES = ((9, 3), (7, 3))  # the player is at (5, 3)


def armed(**changes: Any) -> FakeGame:
    """A game whose player holds things and knows spells."""
    pack = (ROCK, SCROLL, PLAIN, BOOK, STRANGE)
    usual: dict[str, Any] = {
        "pack": pack,
        "spells": SPELLS,
        "foes_at": FOES,
        "mana": 9,
        "here": (5, 3),
    }
    return FakeGame(**usual | changes)


def bottom(stack: Stack) -> list[str]:
    return [line.strip() for line in lines_of(stack)[-2:]]


def test_the_cursor_begins_on_the_nearest_foe() -> None:
    game = armed()
    press(playing(game), "t", "a", "enter")
    assert game.performed == [Throw("a", 7, 3)]


def test_of_several_one_is_thrown() -> None:
    rocks = attrs.evolve(ROCK, name="3 rocks", each="rock", count=3)
    stack = playing(armed(pack=(rocks,)))
    press(stack, "t", "a")
    assert "hrow a rock" in "\n".join(lines_of(stack))


def test_without_a_foe_one_aims_a_few_tiles_off_where_the_way_is_open() -> None:
    game = armed(foes_at=())
    press(playing(game), "t", "a", "enter")
    assert game.performed == [Throw("a", 8, 3)]


def test_without_a_foe_it_is_said_that_none_is_in_view_but_for_what_is_aimed_at_ground() -> None:
    game = armed(foes_at=(), shooting=Aiming(Shape.CREATURE, 9), missiles=3)
    burst = attrs.evolve(SCROLL, aimed=(("read", Aiming(Shape.TILE, 0, 2)),))
    game.changes["pack"] = (ROCK, SCROLL, attrs.evolve(burst, slot="c"))
    told = "no foe is in view — the floor"
    for keys, says in (("ta", True), ("f", True), ("rc", True), ("rb", False), (";", False)):
        stack = playing(game)
        press(stack, *keys)
        assert bottom(stack)[0].startswith(told) is says, keys
    game.changes["foes_at"] = FOES
    stack = playing(game)
    press(stack, "t", "a")
    assert bottom(stack)[0] == "the floor"


def test_without_a_foe_one_looks_about_from_oneself() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, ";")
    assert bottom(stack)[0] == "you"


@pytest.mark.parametrize(
    ("keys", "spot"),
    [
        (["tab"], (9, 3)),
        (["tab", "tab"], (7, 3)),
        (["-"], (9, 3)),
        (["l"], (8, 3)),
        (["up", "left"], (6, 2)),
        (["l", "tab"], (7, 3)),
    ],
)
def test_keys_move_the_cursor(keys: list[str], spot: tuple[int, int]) -> None:
    game = armed()
    press(playing(game), "t", "a", *keys, "enter")
    assert game.performed == [Throw("a", *spot)]


def test_every_tile_is_asked_of_the_game_and_nothing_is_performed() -> None:
    game = armed()
    press(playing(game), "r", "b", "l", "h")
    assert game.previewed == [Read("b", x, 3) for x in (7, 8, 7)]
    assert game.performed == []


def test_what_would_come_of_it_is_shown() -> None:
    game = armed()
    game.answer = Forecast(
        targets=(TargetForecast("the zombie", 1, 5, 40), TargetForecast("you", 12, 12))
    )
    stack = playing(game)
    press(stack, "r", "b")
    assert bottom(stack) == [
        "the floor — it harms you! the zombie: 1–5 hp, dies in 40 %; you: 12 hp",
        "Enter: read a scroll of fireball, Tab: next foe, x: examine, Esc: never mind",
    ]


@pytest.mark.parametrize("key", ["enter", "t"])
def test_what_would_be_refused_is_said_and_left_to_the_game_to_refuse(key: str) -> None:
    game = armed()
    game.answer = Forecast(refusal="There is nobody there.")
    stack = playing(game)
    press(stack, "r", "b")
    assert bottom(stack)[0] == "the floor — There is nobody there."
    press(stack, key)
    assert game.performed == [Read("b", 7, 3)]
    assert len(stack.screens) == 1


def test_what_would_be_refused_is_not_offered() -> None:
    game = armed(foes_at=())
    game.answer = Forecast(refusal="There is nobody there.")
    stack = playing(game)
    press(stack, "r", "b")
    assert bottom(stack) == [
        "the floor — There is nobody there.",
        "Left/Down/Up/Right: aim elsewhere, x: examine, Esc: never mind",
    ]
    press(stack, "escape", ";")
    assert bottom(stack)[1] == "Enter: examine, w: waypoint, e: exclude, Esc: never mind"


PERHAPS = tuple((x, y) for y in (2, 3) for x in range(8, 14))


def test_what_would_come_of_the_ground_is_marked_and_told_in_two_rows() -> None:
    game = armed()
    fire = GroundForecast(
        "fire", ((7, 2), (7, 3)), 6, ("the zombie", "you"), ("the imp",), (), PERHAPS, ("a web",)
    )
    game.answer = Forecast(targets=(TargetForecast("the zombie", 1, 3),), ground=(fire,))
    game.abouts[7, 3] = "It is slow."
    stack, plain, marked = playing(game), new_console(), new_console()
    stack.draw(plain)
    press(stack, "t", "a")
    stack.draw(marked)
    sure, maybe, none = (marked.rgb["bg"][2 + MAP_ROW, x] for x in (7, 8, 14))
    assert (none == plain.rgb["bg"][2 + MAP_ROW, 14]).all()
    assert (maybe != plain.rgb["bg"][2 + MAP_ROW, 8]).any()
    assert none.sum() < maybe.sum() < sure.sum()
    there, was = marked.rgb[2 + MAP_ROW, 8], plain.rgb[2 + MAP_ROW, 8]
    assert there["ch"] == was["ch"]
    assert (there["fg"] == was["fg"]).all()
    assert [line.strip() for line in lines_of(stack)[-3:]] == [
        "the floor — it harms you! the zombie: 1–3 hp; fire on 2 tiles, maybe 12 more:",
        "burns the zombie and you (1–6 hp a turn), not the imp; burns a web",
        "Enter: throw a rock, Tab: next foe, x: examine, Esc: never mind",
    ]


def test_more_than_two_rows_are_cut() -> None:
    game = armed()
    far = tuple(TargetForecast(f"the zombie number {n}", 1, 3) for n in range(20))
    game.answer = Forecast(targets=far)
    stack = playing(game)
    press(stack, "t", "a")
    assert lines_of(stack)[-2].rstrip().endswith("…")
    assert all(len(line) <= 80 for line in lines_of(stack))


@pytest.mark.parametrize("key", ["escape", "q"])
def test_it_can_be_left_and_costs_nothing(key: str) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a", key)
    assert (len(stack.screens), game.performed) == (1, [])


def test_the_tiles_it_works_on_and_the_cursor_are_marked() -> None:
    game = armed()
    game.answer = Forecast(tiles=((6, 3), (7, 3)))
    stack, plain, marked = playing(game), new_console(), new_console()
    stack.draw(plain)
    press(stack, "t", "a")
    stack.draw(marked)
    changed = [
        (x, y)
        for y in range(20)
        for x in range(80)
        if (plain.rgb["bg"][y + MAP_ROW, x] != marked.rgb["bg"][y + MAP_ROW, x]).any()
    ]
    assert changed == [(6, 3), (7, 3)]
    assert (marked.rgb["bg"][3 + MAP_ROW, 6] != marked.rgb["bg"][3 + MAP_ROW, 7]).any()


def test_who_has_nothing_to_shoot_is_told_of_no_shot() -> None:
    game = armed(shooting=Aiming(Shape.CREATURE, 5))
    press(playing(game), ";")
    assert any(isinstance(one, Shoot) for one in game.previewed)
    bare = armed(shooting=Aiming(Shape.CREATURE, 5), missiles=0)
    press(playing(bare), ";")
    assert not any(isinstance(one, Shoot) for one in bare.previewed)


@pytest.mark.parametrize("key", ["h", "k", "7"])
def test_the_cursor_stays_on_the_map(key: str) -> None:
    game = armed()
    stack = playing(game)
    press(stack, ";", *[key] * 90)
    assert len(lines_of(stack)) == 24


def test_a_mouse_moves_the_cursor_and_a_click_takes_the_tile() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.point(8, 2 + MAP_ROW)
    assert game.previewed[-1] == Throw("a", 8, 2)
    stack.click(8, 2 + MAP_ROW)
    assert game.performed == [Throw("a", 8, 2)]


def test_a_click_elsewhere_goes_there_first() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.click(8, 2 + MAP_ROW)
    assert game.performed == []
    stack.click(8, 2 + MAP_ROW)
    assert game.performed == [Throw("a", 8, 2)]


@pytest.mark.parametrize("row", [0, MAP_ROW + 20, 23])
def test_a_mouse_beyond_the_map_points_nowhere(row: int) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.point(8, row)
    stack.click(8, row)
    assert game.performed == []
    assert game.previewed == [Throw("a", 7, 3)]


def test_a_right_click_goes_away() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.click(8, 4, right=True)
    assert (len(stack.screens), game.performed) == (1, [])


def test_elsewhere_the_mouse_does_nothing() -> None:
    game = armed()
    stack = playing(game)
    stack.point(8, 4)
    stack.click(8, 4)
    press(stack, "i")
    stack.click(8, 4)
    assert (len(stack.screens), game.performed, game.previewed) == (2, [], [])


def test_what_needs_no_aim_is_done_at_once() -> None:
    game = armed()
    press(playing(game), "r", "c")
    assert game.performed == [Read("c")]


def test_a_shot_is_aimed_where_something_shoots() -> None:
    game = armed(shooting=Aiming(Shape.CREATURE))
    press(playing(game), "f", "enter")
    assert game.performed == [Shoot(7, 3)]


def test_where_nothing_shoots_it_is_left_to_the_game_to_say_so() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "f")
    assert len(stack.screens) == 1
    assert game.performed == [Shoot(5, 3)]


def test_spells_are_chosen_by_letter_with_their_cost_and_aimed_if_need_be() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "z")
    text = "\n".join(lines_of(stack))
    assert "What will you cast? You have 9 mana." in text
    assert "blink, 6 mana" in text
    press(stack, "a")
    press(stack, "z", "b", "enter")
    assert game.performed == [Cast("blink"), Cast("bolt", 7, 3)]


def test_a_book_that_is_read_offers_its_spells() -> None:
    game = armed(spells=(*SPELLS, Castable("wish", 99)))
    stack = playing(game)
    press(stack, "r", "d")
    text = "\n".join(lines_of(stack))
    assert "bolt, 3 mana" in text
    assert "wish" not in text
    press(stack, "a")
    assert game.performed == [Cast("blink")]


def test_without_spells_it_is_left_to_the_game_to_say_so() -> None:
    game = armed(spells=())
    press(playing(game), "z")
    assert game.performed == [Cast("")]


def test_looking_tells_what_is_there_and_of_a_neighbour_what_a_step_would_do() -> None:
    game = armed()
    stack = playing(game)
    press(stack, ";", "h")
    assert game.previewed == [Move(1, 0)]
    press(stack, "escape")
    assert (len(stack.screens), game.performed) == (1, [])


def test_looking_with_a_bow_tells_what_a_shot_would_do() -> None:
    game = armed(shooting=Aiming(Shape.CREATURE))
    press(playing(game), ";", "tab")
    assert game.previewed == [Shoot(7, 3), Shoot(9, 3)]


def test_a_known_thing_is_named_by_itself() -> None:
    game = armed()
    press(playing(game), "N", "a", "B", "i", "space", "t", "x", "backspace", "enter")
    assert game.performed == [Name("a", "Bi t")]


@pytest.mark.parametrize(("letter", "alike"), [("a", True), ("b", False)])
def test_of_what_is_not_known_all_or_one_is_named(letter: str, alike: bool) -> None:
    game = armed()
    press(playing(game), "N", "e", letter, *"bad", "enter")
    assert game.performed == [Name("e", "bad", alike)]


@pytest.mark.parametrize("longest", [7, 24])
def test_a_name_is_as_long_as_the_view_lets_it_be_and_can_be_left(longest: int) -> None:
    game = armed(longest_name=longest)
    stack = playing(game)
    press(stack, "N", "a", *"x" * 40, "enter")
    assert game.performed == [Name("a", "x" * longest)]
    press(stack, "N", "a", "x", "escape")
    assert len(game.performed) == 1
    press(stack, "N", "a", "enter")
    assert game.performed[1:] == [Name("a", "")]


def test_words_are_engraved_as_they_were_typed() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "E", *"go", "space", *"on", "space", "enter")
    assert game.performed == [Engrave("go on")]
    press(stack, "E", *"x" * 90)
    assert "x" * 60 + "_" in lines_of(stack)[-2]
    press(stack, "escape")
    press(stack, "E", "space", "enter")
    assert len(game.performed) == 1


def test_a_long_name_neither_breaks_a_box_nor_hides_the_keys() -> None:
    long = "a scroll titled " + "X" * 90
    strange = Held("e", long, ("read",), "?", "scroll", known=False)
    stack = playing(armed(pack=(strange,)))
    press(stack, "N", "e")
    assert all(len(line) <= 80 for line in lines_of(stack))
    assert "all that look like it" in "\n".join(lines_of(stack))
    press(stack, "escape", "i", "e")
    assert lines_of(stack)[-1].rstrip().endswith("never mind)")


def test_what_is_under_the_cursor_can_be_read() -> None:
    stack = playing(FakeGame())
    press(stack, ";")
    console = new_console()
    stack.draw(console)
    cell, palette = console.rgb[3 + MAP_ROW, 5], load_theme().palette
    assert chr(cell["ch"]) == "@"
    assert (tuple(cell["fg"]), tuple(cell["bg"])) == (palette.prompt.fg, palette.prompt.bg)
