"""Every key asks for confirmation before it harms the player."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.intents import Cast, Eat, Intent, Move, Quaff, Read, Throw, UseBoon
from bidden.perception.foretold.forecast import Forecast, GroundForecast, TargetForecast
from bidden.view import Aiming, CarriedBoon, Castable, Held, Shape
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import boxed, playing, press, text, top

PACK = (
    Held("a", "a rock", ("throw",), "*", "gear", aimed=(("throw", Aiming(Shape.TILE)),)),
    Held("b", "a scroll of fire", ("read",), "?", "scroll"),
    Held("c", "a potion of poison", ("quaff",), "!", "potion"),
    Held("d", "a mushroom", ("eat",), "%", "food"),
)
SPELLS = (Castable("flame", 3), Castable("bolt", 3, Aiming(Shape.TILE)))
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
DEADLY = Forecast(targets=(TargetForecast("you", 12, 12, 100),), death=100)
MAY_KILL = Forecast(targets=(TargetForecast("you", 1, 8, 30),), death=30)
HARMS = Forecast(targets=(TargetForecast("you", 12, 12),))
BURNS = Forecast(ground=(GroundForecast("fire", ((5, 3),), 8, ("a zombie", "you")),))
LASTS = Forecast(
    targets=(TargetForecast("you", lasting=("are poisoned for 20 turns",)),), lingers=True
)
FELLOW = TargetForecast("your imp", 3, 3, fellow=True)
SPARES = Forecast(
    targets=(FELLOW,),
    ground=(GroundForecast("fire", ((5, 3),), 8, ("a zombie",), spared=("you",)),),
)
WETS = Forecast(targets=(FELLOW,), ground=(GroundForecast("water", ((5, 3),), 0, ("you",)),))
HARMFUL = {"deadly": DEADLY, "may kill": MAY_KILL, "harm": HARMS, "fire": BURNS, "poison": LASTS}

ways = pytest.mark.parametrize(("keys", "intent"), WAYS)


def mortal(forecast: Forecast) -> FakeGame:
    boons = (CarriedBoon("leap", "", "leap", 3, "Leads over."),)
    game = FakeGame(pack=PACK, spells=SPELLS, mana=9, boons=boons)
    game.answer = forecast
    return game


@pytest.mark.parametrize("name", HARMFUL)
@ways
def test_harmful_action_needs_confirmation(
    keys: tuple[str, ...], intent: Intent, name: str
) -> None:
    game = mortal(HARMFUL[name])
    stack = playing(game)
    press(stack, *keys)
    assert isinstance(top(stack), Confirm)
    press(stack, "n")
    assert game.performed == []
    press(stack, *keys, "Y")
    assert game.performed == [intent]


@pytest.mark.parametrize("name", HARMFUL)
def test_question_says_what_may_happen(name: str, snapshot: SnapshotAssertion) -> None:
    stack = playing(mortal(HARMFUL[name]))
    press(stack, "q", "c")
    assert boxed(stack) == snapshot


@pytest.mark.parametrize("forecast", [SPARES, WETS], ids=["spared", "harmless"])
@ways
def test_action_that_harms_only_others_needs_no_confirmation(
    keys: tuple[str, ...], intent: Intent, forecast: Forecast
) -> None:
    game = mortal(forecast)
    press(playing(game), *keys)
    assert game.performed == [intent]


@pytest.mark.parametrize("key", ["t", "f", "enter", "space", "."])
def test_key_that_accepts_a_tile_does_not_confirm_harm(key: str) -> None:
    game = mortal(BURNS)
    stack = playing(game)
    press(stack, "t", "a", key, key, key)
    assert game.performed == []
    press(stack, "y")
    assert game.performed == [Throw("a", 8, 3)]


def test_blow_at_reach_that_is_returned_is_asked_about_as_an_attack() -> None:
    game = FakeGame(foes_at=((7, 3),))
    mirror = TargetForecast("the bronze mirror", 1, 9)
    game.answer = Forecast(targets=(mirror, TargetForecast("you", 1, 4)))
    stack = playing(game)
    press(stack, "l")
    assert boxed(stack)[:2] == [
        "Attack the bronze mirror anyway?",
        "You take 1–4 damage! The bronze mirror takes 1–9 damage.",
    ]


@pytest.mark.parametrize("key", ["tab", "l"])
def test_attack_on_a_creature_that_releases_gas_asks_for_confirmation(key: str) -> None:
    game = FakeGame(foes_at=((6, 3),))
    game.answer = Forecast(
        targets=(TargetForecast("the mummy", 1, 7, 85),),
        ground=(GroundForecast("poison gas", ((5, 3),), 3, ("you",)),),
    )
    stack = playing(game)
    press(stack, key)
    assert boxed(stack)[0] == "Attack the mummy anyway?"
    assert " ".join(boxed(stack)[1:4]).startswith(
        "Poison gas covers 1 tile and reaches you (1–3 damage each turn there)! "
        "The mummy takes 1–7 damage (85% chance to die)."
    )
    press(stack, "n")
    assert game.performed == []
    press(stack, key, "Y")
    assert game.performed == [Move(1, 0)]


def test_confirmation_says_that_the_movement_key_y_is_ignored() -> None:
    game = FakeGame(foes_at=((4, 2),))
    gas = GroundForecast("poison gas", ((5, 3),), 3, ("you",))
    game.answer = Forecast(targets=(TargetForecast("the bloater", 1, 7, 85),), ground=(gas,))
    stack = playing(game)
    press(stack, "y")
    assert "Y yes   n no" in text(stack)
    press(stack, "y")
    assert "Y yes (y is ignored here)   n no" in text(stack)
    press(stack, "Y")
    assert game.performed == [Move(-1, -1)]
