"""Boons at the keys: x and a direction, X for the other one, and what C tells of both."""

from __future__ import annotations

import pytest

from bidden.intents import Intent, SwitchBoon, UseBoon
from bidden.view import CarriedBoon, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press, text

LEAP = CarriedBoon("leap", "ember", "blazing leap", 3, "The ground around bursts into fire.")
WARD = CarriedBoon("ward", "", "ward", 1, "Blows are turned back.", aimed=False)
SPENT = CarriedBoon("rush", "", "rush", 0, "Leads straight on.")


class Gifted(FakeGame):
    """A game in which one carries boons."""

    def __init__(self, *boons: CarriedBoon) -> None:
        super().__init__()
        self.boons = boons

    def view(self) -> View:
        return a_view(boons=self.boons)


def test_the_active_boon_asks_for_a_direction_by_its_name() -> None:
    game = Gifted(LEAP, WARD)
    stack = playing(game)
    press(stack, "x")
    assert lines_of(stack)[-1].startswith(" Use blazing leap in which direction?")
    assert game.performed == []
    press(stack, "u")
    assert game.performed == [UseBoon(1, -1)]


@pytest.mark.parametrize("boons", [(WARD, LEAP), (SPENT, LEAP), ()])
def test_what_wants_no_direction_is_used_at_once_and_what_is_spent_refused(
    boons: tuple[CarriedBoon, ...],
) -> None:
    game = Gifted(*boons)
    press(playing(game), "x")
    assert game.performed == [UseBoon(0, 0)]


def test_another_key_switches() -> None:
    game = Gifted(LEAP, WARD)
    press(playing(game), "X")
    expected: list[Intent] = [SwitchBoon()]
    assert game.performed == expected


def test_the_page_of_the_character_tells_of_both() -> None:
    stack = playing(Gifted(LEAP, WARD))
    press(stack, "C")
    shown = " ".join(text(stack).split())
    assert "Boon blazing leap, 3 uses left The ground around bursts into fire." in shown
    assert "Other boon ward, 1 use left Blows are turned back." in shown
