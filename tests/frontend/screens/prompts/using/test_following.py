"""Doing again what was aimed: at a foe it goes after that foe, at a tile it stays at the tile."""

from __future__ import annotations

from typing import Any

from bidden.intents import Throw
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.view import Aiming, Held, Shape
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import playing, press, text

ROCK = Held("a", "3 rocks", ("throw",), "*", "gear", aimed=(("throw", Aiming(Shape.TILE)),))
FIRST = Throw("a", 7, 3)


def throwing(*foes: tuple[int, int], **changes: Any) -> FakeGame:
    return FakeGame(pack=(ROCK,), foes_at=foes, **changes)


def test_it_goes_after_a_foe_that_stands_elsewhere_by_now() -> None:
    game = throwing((7, 3), (10, 3))
    stack = playing(game)
    press(stack, "t", "a")
    game.changes["foes_at"] = ((5, 2), (8, 3))  # once it is thrown
    press(stack, "enter", "`")
    assert game.performed == [FIRST, Throw("a", 8, 3)]


def test_without_a_foe_in_view_nothing_is_thrown_and_it_says_so() -> None:
    game = throwing((7, 3))
    stack = playing(game)
    press(stack, "t", "a")
    game.changes["foes_at"] = ()
    press(stack, "enter", "`")
    assert game.performed == [FIRST]
    assert "No enemy in view." in text(stack)


def test_what_was_aimed_at_a_tile_is_aimed_there_again() -> None:
    game = throwing()
    stack = playing(game)
    press(stack, "t", "a", "enter")
    game.changes["foes_at"] = ((6, 3),)
    press(stack, "`")
    assert game.performed == [Throw("a", 8, 3), Throw("a", 8, 3)]


def test_whom_it_harms_of_ones_own_side_is_asked_about_first() -> None:
    game = throwing((7, 3))
    stack = playing(game)
    press(stack, "t", "a", "enter")
    game.answer = Forecast(targets=(TargetForecast("the bat", 1, 3, fellow=True),))
    press(stack, "`")
    assert game.performed == [FIRST]
    assert "it harms the bat!" in text(stack)
    press(stack, "y")
    assert game.performed == [FIRST, FIRST]
