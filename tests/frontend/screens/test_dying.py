"""What harms oneself is asked about first, whatever key it is done by; all else is done at once."""

from __future__ import annotations

import pytest

from bidden.intents import Cast, Eat, Intent, Move, Quaff, Read, Throw, UseBoon
from bidden.perception.foretold.forecast import Forecast, GroundForecast, TargetForecast
from bidden.view import Aiming, CarriedBoon, Castable, Held, Shape
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import playing, press, text

PACK = (
    Held("a", "a rock", ("throw",), "*", "gear", aimed=(("throw", Aiming(Shape.TILE)),)),
    Held("b", "a scroll of fire", ("read",), "?", "scroll"),
    Held("c", "a potion of poison", ("quaff",), "!", "potion"),
    Held("d", "a mushroom", ("eat",), "%", "food"),
)
SPELLS = (Castable("flame", 3), Castable("bolt", 3, Aiming(Shape.TILE)))
DEADLY = Forecast(targets=(TargetForecast("you", 12, 12, 100),), death=100)
WAYS: list[tuple[tuple[str, ...], Intent]] = [
    (("t", "a", "enter"), Throw("a", 8, 3)),
    (("r", "b"), Read("b")),
    (("q", "c"), Quaff("c")),
    (("e", "d"), Eat("d")),
    (("z", "a"), Cast("flame")),
    (("z", "b", "enter"), Cast("bolt", 8, 3)),
    (("x", "l"), UseBoon(1, 0)),
    (("i", "c", "q"), Quaff("c")),
]


def mortal(forecast: Forecast) -> FakeGame:
    boons = (CarriedBoon("leap", "", "leap", 3, "Leads over."),)
    game = FakeGame(pack=PACK, spells=SPELLS, mana=9, boons=boons)
    game.answer = forecast
    return game


@pytest.mark.parametrize(("keys", "intent"), WAYS)
def test_what_kills_is_asked_about_and_done_only_upon_yes(
    keys: tuple[str, ...], intent: Intent
) -> None:
    game = mortal(DEADLY)
    stack = playing(game)
    press(stack, *keys)
    assert game.performed == []
    assert "You would die of it. Do it all the same?" in text(stack)
    assert "it harms you! you: 12 hp, dies" in text(stack)
    press(stack, "n")
    assert game.performed == []
    press(stack, *keys, "Y")
    assert game.performed == [intent]


HARMS = Forecast(targets=(TargetForecast("you", 12, 12),))
BURNS = Forecast(ground=(GroundForecast("fire", ((5, 3),), 8, ("a zombie", "you")),))


LASTS = Forecast(targets=(TargetForecast("you", lasting=("poison for 20",)),), lingers=True)


@pytest.mark.parametrize("forecast", [HARMS, BURNS, LASTS])
@pytest.mark.parametrize(("keys", "intent"), WAYS)
def test_what_harms_oneself_is_asked_about_and_done_only_upon_yes(
    keys: tuple[str, ...], intent: Intent, forecast: Forecast
) -> None:
    game = mortal(forecast)
    stack = playing(game)
    press(stack, *keys)
    assert game.performed == []
    assert "It would harm you. Do it all the same?" in text(stack)
    assert "it harms you!" in text(stack)
    press(stack, "n")
    assert game.performed == []
    press(stack, *keys, "Y")
    assert game.performed == [intent]


@pytest.mark.parametrize("key", ["t", "f", "enter", "space", "."])
def test_no_key_that_accepts_a_tile_does_at_once_what_harms_oneself(key: str) -> None:
    game = mortal(BURNS)
    stack = playing(game)
    press(stack, "t", "a", key, key, key)
    assert game.performed == []
    press(stack, "y")
    assert game.performed == [Throw("a", 8, 3)]


SPARES = GroundForecast("fire", ((5, 3),), 8, ("a zombie",), spared=("you",))
WETS = GroundForecast("water", ((5, 3),), 0, ("you",))


@pytest.mark.parametrize("ground", [SPARES, WETS])
@pytest.mark.parametrize(("keys", "intent"), WAYS)
def test_what_harms_others_only_is_shown_and_done_at_once(
    keys: tuple[str, ...], intent: Intent, ground: GroundForecast
) -> None:
    game = mortal(
        Forecast(targets=(TargetForecast("your imp", 3, 3, fellow=True),), ground=(ground,))
    )
    press(playing(game), *keys)
    assert game.performed == [intent]


def test_how_likely_one_dies_is_told() -> None:
    stack = playing(mortal(Forecast(targets=(TargetForecast("you", 1, 8, 30),), death=30)))
    press(stack, "q", "c")
    assert "You would die of it in 30 % of cases. Do it all the same?" in text(stack)


def test_the_key_that_asked_does_not_say_yes_and_done_again_it_is_asked_again() -> None:
    game = mortal(DEADLY)
    stack = playing(game)
    press(stack, "t", "a", "enter", "enter")
    assert game.performed == []
    press(stack, "y", "`")
    assert game.performed == [Throw("a", 8, 3)]
    assert "You would die of it." in text(stack)


def test_the_key_of_a_step_that_asked_may_say_no() -> None:
    game = mortal(DEADLY)
    stack = playing(game)
    press(stack, "n", "n")
    assert game.performed == []
    assert len(stack.screens) == 1


def test_a_blow_that_may_kill_by_what_comes_of_it_is_asked_about_in_the_midst_of_a_fight() -> None:
    game = mortal(Forecast(targets=(TargetForecast("the bloater", 1, 5, 40),), death=40))
    stack = playing(game)
    press(stack, "l")
    assert game.performed == []
    assert "You would die of it in 40 % of cases: the bloater: 1–5 hp, dies in 40 %." in text(stack)
    press(stack, "Y")
    assert game.performed == [Move(1, 0)]
