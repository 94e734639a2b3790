"""Targeting, looking, casting and naming: tiles and things asked for by keys and by mouse."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.drawing.board import MAP_ROW
from bidden.intents import Cast, Engrave, Move, Name, Read, Shoot, Throw, Wait
from bidden.perception.foretold.forecast import Forecast, GroundForecast, TargetForecast
from bidden.view import Aiming, Castable, Held, Shape, Spot
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import (
    boxed,
    click,
    cursor,
    drawn,
    ink,
    is_playing,
    lines_of,
    playing,
    press,
    said,
)

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
    usual: dict[str, Any] = {
        "pack": (ROCK, SCROLL, PLAIN, BOOK, STRANGE),
        "spells": SPELLS,
        "foes_at": FOES,
        "mana": 9,
    }
    return FakeGame(**usual | changes)


@pytest.mark.parametrize(
    ("keys", "spot"),
    [
        ([], (7, 3)),
        (["tab"], (9, 3)),
        (["tab", "tab"], (7, 3)),
        (["-"], (9, 3)),
        (["l"], (8, 3)),
        (["up", "left"], (6, 2)),
        (["l", "tab"], (7, 3)),
    ],
)
def test_cursor_begins_on_the_nearest_foe_and_keys_move_it(keys: list[str], spot: Spot) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a", *keys)
    assert cursor(stack) == spot
    press(stack, "enter")
    assert game.performed == [Throw("a", *spot)]


def test_without_a_foe_the_cursor_begins_a_few_open_tiles_off() -> None:
    game = armed(foes_at=())
    press(playing(game), "t", "a", "enter")
    assert game.performed == [Throw("a", 8, 3)]
    stack = playing(FakeGame())
    press(stack, ";")
    assert cursor(stack) == (5, 3)


def test_missing_foe_is_mentioned_unless_ground_is_aimed_at(snapshot: SnapshotAssertion) -> None:
    game = armed(foes_at=(), shooting=Aiming(Shape.CREATURE, 9), missiles=3)
    burst = attrs.evolve(SCROLL, slot="c", aimed=(("read", Aiming(Shape.TILE, 0, 2)),))
    game.changes["pack"] = (ROCK, SCROLL, burst)
    told = {}
    for keys in ("ta", "f", "rc", "rb", ";"):
        stack = playing(game)
        press(stack, *keys)
        told[keys] = lines_of(stack)[-2].strip()
    assert told["ta"] == told["f"] == told["rc"] == snapshot
    assert told["rb"] == "the floor"
    assert told[";"] == "you"


def test_every_tile_is_forecast_and_nothing_is_performed() -> None:
    game = armed()
    press(playing(game), "r", "b", "l", "h")
    assert game.previewed == [Read("b", x, 3) for x in (7, 8, 7)]
    assert game.performed == []


def test_forecast_of_the_tile_is_shown(snapshot: SnapshotAssertion) -> None:
    game = armed()
    game.answer = Forecast(
        targets=(TargetForecast("the zombie", 1, 5, 40), TargetForecast("you", 12, 12))
    )
    stack = playing(game)
    press(stack, "r", "b")
    assert lines_of(stack)[-2:] == snapshot
    assert str(game.answer) in said(stack)


@pytest.mark.parametrize("key", ["enter", "t"])
def test_refused_target_is_left_to_the_game_to_refuse(key: str) -> None:
    game = armed()
    game.answer = Forecast(refusal="There is nobody there.")
    stack = playing(game)
    press(stack, "r", "b")
    assert "There is nobody there." in said(stack)
    press(stack, key)
    assert game.performed == [Read("b", 7, 3)]
    assert is_playing(stack)


def test_refused_target_is_not_offered(snapshot: SnapshotAssertion) -> None:
    game = armed(foes_at=())
    game.answer = Forecast(refusal="There is nobody there.")
    stack = playing(game)
    press(stack, "r", "b")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "escape", ";")
    assert lines_of(stack)[-1] == snapshot


def marked(game: FakeGame, *keys: str) -> dict[Spot, int]:
    """The tiles whose background keys change, and how bright each is then."""
    stack = playing(game)
    before = drawn(stack)
    press(stack, *keys)
    after = drawn(stack)
    return {
        (x, y): sum(ink(after, x, y + MAP_ROW, "bg"))
        for y in range(20)
        for x in range(80)
        if ink(before, x, y + MAP_ROW, "bg") != ink(after, x, y + MAP_ROW, "bg")
    }


def test_affected_tiles_and_the_cursor_are_marked() -> None:
    game = armed()
    game.answer = Forecast(tiles=((6, 3), (7, 3)))
    tiles = marked(game, "t", "a")
    assert {*tiles} == {(6, 3), (7, 3)}
    assert tiles[6, 3] != tiles[7, 3]


def test_ground_that_may_burn_is_marked_darker_than_what_will(snapshot: SnapshotAssertion) -> None:
    game = armed()
    perhaps = tuple((x, y) for y in (2, 3) for x in range(8, 14))
    fire = GroundForecast(
        "fire", ((7, 2), (7, 3)), 6, ("the zombie", "you"), ("the imp",), (), perhaps, ("a web",)
    )
    game.answer = Forecast(targets=(TargetForecast("the zombie", 1, 3),), ground=(fire,))
    game.abouts[7, 3] = "It is slow."
    tiles = marked(game, "t", "a")
    assert {*tiles} == {(7, 2), (7, 3), *perhaps}
    assert 0 < tiles[8, 2] < tiles[7, 2]
    stack = playing(game)
    press(stack, "t", "a")
    assert lines_of(stack)[-3:] == snapshot


@pytest.mark.parametrize("key", ["escape", "q"])
def test_targeting_is_left_without_an_intent(key: str) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a", key)
    assert is_playing(stack)
    assert game.performed == []


@pytest.mark.parametrize(("key", "spot"), [("h", (0, 3)), ("k", (5, 0)), ("l", (79, 3))])
def test_cursor_stays_on_the_map(key: str, spot: Spot) -> None:
    stack = playing(FakeGame())
    press(stack, ";", *[key] * 90)
    assert cursor(stack) == spot


def test_mouse_moves_the_cursor_and_a_click_takes_the_tile() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.point(8, 2 + MAP_ROW)
    assert game.previewed[-1] == Throw("a", 8, 2)
    click(stack, (8, 2))
    assert game.performed == [Throw("a", 8, 2)]


@pytest.mark.parametrize("row", [0, MAP_ROW + 20, 23])
def test_mouse_beyond_the_map_points_nowhere_and_a_right_click_goes_back(row: int) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.point(8, row)
    stack.click(8, row)
    assert game.performed == []
    assert game.previewed == [Throw("a", 7, 3)]
    stack.click(8, row, right=True)
    assert is_playing(stack)


@pytest.mark.parametrize(
    ("shooting", "keys", "shot"),
    [(Aiming(Shape.CREATURE), ["f", "enter"], Shoot(7, 3)), (None, ["f"], Shoot(5, 3))],
)
def test_shot_is_aimed_or_without_a_bow_left_to_the_game_to_refuse(
    shooting: Aiming | None, keys: list[str], shot: Shoot
) -> None:
    game = armed(shooting=shooting)
    stack = playing(game)
    press(stack, *keys)
    assert is_playing(stack)
    assert game.performed == [shot]


def test_spells_are_listed_with_their_cost_and_aimed_if_need_be(
    snapshot: SnapshotAssertion,
) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "z")
    assert boxed(stack) == snapshot
    press(stack, "a", "z", "b", "enter")
    assert game.performed == [Cast("blink"), Cast("bolt", 7, 3)]


def test_target_out_of_range_is_said_so(snapshot: SnapshotAssertion) -> None:
    stack = playing(armed(foes_at=((11, 3),)))
    press(stack, "z", "b")
    assert lines_of(stack)[-2].strip() == snapshot
    press(stack, "h")
    assert lines_of(stack)[-2].strip() == "the floor"


@pytest.mark.parametrize("missiles", [3, 0])
def test_looking_forecasts_a_step_beside_and_a_shot_from_afar(missiles: int) -> None:
    game = armed(shooting=Aiming(Shape.CREATURE), missiles=missiles)
    stack = playing(game)
    press(stack, ";", "h", "tab", "tab")
    shots = [Shoot(7, 3), Move(1, 0), Shoot(7, 3), Shoot(9, 3)]
    assert game.previewed == (shots if missiles else [Move(1, 0)])
    press(stack, "escape")
    assert is_playing(stack)
    assert game.performed == []


def test_known_thing_is_named_by_itself() -> None:
    game = armed()
    stack = playing(game)
    press(stack, ".", "N", "a", "B", "i", "space", "t", "x", "backspace", "enter")
    assert game.performed == [Wait(), Name("a", "Bi t")]
    press(stack, "`")
    assert game.performed[2:] == [Wait()]  # naming is not repeated


@pytest.mark.parametrize(("letter", "alike"), [("a", True), ("b", False)])
def test_unknown_thing_is_named_alone_or_with_all_alike(letter: str, alike: bool) -> None:
    game = armed()
    press(playing(game), "N", "e", letter, *"bad", "enter")
    assert game.performed == [Name("e", "bad", alike)]


def test_words_are_engraved_as_they_were_typed() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "E", *"go", "space", *"on", "space", "enter")
    assert game.performed == [Engrave("go on")]
    press(stack, "E", *"x" * 90)
    assert "x" * 60 + "_" in lines_of(stack)[-2]
    press(stack, "escape", "E", "space", "enter")
    assert len(game.performed) == 1
