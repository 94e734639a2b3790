"""Bindings: what is offered is shown at once, and a capital takes it; later, what binds one."""

from __future__ import annotations

import re

import attrs
import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.screens.prompts.binding import Offers
from bidden.intents import Bind, Intent
from bidden.view import Bond, CarriedBoon, Offering, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press, text, wait

OFFERS = tuple(
    Offering(
        f"Oru {name}, Warden of the High Stair",
        "elevated",
        f"hunt {kind} champion",
        "on the last level of a labyrinth below a cave",
        2,
        3,
        1250,
        "a wound closes, and a sword",
        standing,
        "beastly",
        "minotaurs; on the way bats",
    )
    for name, kind, standing in (
        ("Vane", "Ulf the Lame, wolf", 0),
        ("Kest", "Isk the Hollow, howler", 3),
    )
)
BOND = Bond(
    "Oru Vane", "hunt", "hunt Ulf the Lame, wolf champion", "in a cave", 300, False, 4, 1250, 2
)


class Called(FakeGame):
    """A game in which one is called, until one is bound."""

    def __init__(self, bond: Bond | None = None) -> None:
        super().__init__()
        self.bond = bond

    def view(self) -> View:
        return a_view(offers=() if self.bond else OFFERS, bond=self.bond)

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, Bind):
            self.bond = BOND


def test_above_the_offers_stands_how_one_is_placed_to_meet_their_danger() -> None:
    class Weak(Called):
        def view(self) -> View:
            boon = CarriedBoon("lash", "", "lash", 2, "An archer is beside you.")
            view, wounds = super().view(), ("leg", "eye")
            return attrs.evolve(view, wounds=wounds, max_wounds=5, boons=(boon,))

    shown = lines_of(playing(Weak()))
    assert shown[2] == " You: 23 of 30 hit points; wounds: leg, eye (5 kill); lash ×2."
    assert "no wounds; no boons." in text(playing(Called()))


def test_what_is_offered_is_shown_at_once_and_a_capital_takes_it() -> None:
    game = Called()
    stack = playing(game)
    shown = text(stack)
    for said in (
        "Whose binding will you take?",
        "Hunt Ulf the Lame, wolf champion, on the last level of a labyrinth",
        "Danger 2 of 5; 3 levels; a term of 1250 turns.",
        "a wound closes, and a sword. For the elevated, against the beastly.",
        "You stand at +3 with them.",
        "There: minotaurs; on the way bats.",
    ):
        assert said in " ".join(shown.split())
    press(stack, "b", "C")
    assert game.performed == []
    press(stack, "B")
    assert "Be bound by Oru Kest, Warden of the High Stair?" in text(stack)
    assert "To hunt Isk the Hollow, howler champion, within 1250 turns." in text(stack)
    press(stack, "n")
    assert "Whose binding will you take?" in text(stack)
    assert game.performed == []
    press(stack, "B", "y")
    assert game.performed == [Bind(1)]
    assert "Whose binding" not in text(stack)


def test_for_whom_it_is_stands_beside_a_summoner_of_a_short_name() -> None:
    class Brief(Called):
        def view(self) -> View:
            short = attrs.evolve(OFFERS[1], summoner="Oru Kest, Keeper of Gales")
            return attrs.evolve(super().view(), offers=(short, OFFERS[0]))

    shown = lines_of(playing(Brief()))
    assert " A  Oru Kest, Keeper of Gales  For the elevated, against the beastly." in shown
    assert " B  Oru Vane, Warden of the High Stair" in shown
    told = " ".join(row.strip() for row in shown)
    assert "and a sword. You stand at +3 with them. B" in told.replace("  ", " ")


def test_of_a_hunt_for_oneself_nobody_is_said_to_think_well_of_one() -> None:
    class Own(Called):
        def view(self) -> View:
            own = attrs.evolve(OFFERS[1], summoner="nobody else", rival="", reward="freedom")
            return attrs.evolve(super().view(), offers=(own,))

    shown = " ".join(text(playing(Own())).split())
    assert "Paid: freedom." in shown
    assert "You stand at" not in shown


def test_who_is_bound_is_told_of_offers_no_more() -> None:
    game = Called()
    game.notice = "2 summoners offer you bindings."
    stack = playing(game)
    press(stack, "B", "y")
    assert game.performed == [Bind(1)]
    assert game.notice not in text(stack)


def test_help_is_at_hand_where_one_is_called() -> None:
    stack = playing(Called())
    assert "?: help" in text(stack)
    press(stack, "?")
    assert "Whose binding" not in text(stack)
    press(stack, "escape")
    assert "Whose binding" in text(stack)


def test_who_does_not_answer_is_not_urged_and_finds_it_again() -> None:
    stack = playing(Called())
    assert "Esc to the circle" in text(stack)
    press(stack, "escape")
    assert "Whose binding" not in text(stack)
    press(stack, "O")
    assert "Whose binding" in text(stack)


@pytest.mark.parametrize(
    ("bond", "said"),
    [
        (BOND, "300 of 1250 turns of the term are left."),
        (attrs.evolve(BOND, left=-7), "the bond burns every ten turns"),
        (
            attrs.evolve(BOND, fulfilled=True),
            "Task complete! Return to the circle: 300 of 1250 turns left.",
        ),
        (attrs.evolve(BOND, fulfilled=True, left=-7), "the bond burns every ten turns"),
        (attrs.evolve(BOND, fulfilled=True, runs=False), "the bond lets you go"),
        (attrs.evolve(BOND, fulfilled=True, last_way=True), "The last gate is open"),
    ],
)
def test_later_it_tells_by_what_one_is_bound(bond: Bond, said: str) -> None:
    stack = playing(Called(bond))
    press(stack, "O")
    assert said in text(stack)


def test_the_term_is_on_top_until_one_is_back_at_the_circle() -> None:
    assert "Term 300!" in lines_of(playing(Called(BOND)))[0]
    assert "TERM 0!" in lines_of(playing(Called(attrs.evolve(BOND, left=-7))))[0]
    done = attrs.evolve(BOND, fulfilled=True)
    assert "Gate 300!" in lines_of(playing(Called(done)))[0]
    row = lines_of(playing(Called(attrs.evolve(done, runs=False))))[0]
    assert "Term" not in row
    assert "Gate" not in row


def test_where_nothing_is_offered_and_nothing_binds_it_says_so() -> None:
    stack = playing(FakeGame())
    press(stack, "O")
    assert "Nothing binds you." in text(stack)


def test_an_offer_is_taken_by_a_click_on_any_of_its_lines() -> None:
    game = Called()
    stack = playing(game)
    lines = lines_of(stack)
    stack.click(5, 2)
    assert type(stack.screens[-1]).__name__ == "Offers"
    row = next(y for y, one in enumerate(lines) if "Danger 2 of 5" in one)
    stack.click(10, row)
    assert "Be bound by" in text(stack)
    asked = lines_of(stack)
    row = next(y for y, one in enumerate(asked) if "y yes" in one)
    stack.click(asked[row].index("y yes"), row)
    wait(stack)
    assert game.performed == [Bind(0)]


class Blessed(Called):
    """Called, and with two boons."""

    def view(self) -> View:
        boons = (
            CarriedBoon("lash", "", "lash", 2, "Pulls the first creature near."),
            CarriedBoon("pass", "", "pass", 3, "Leads through walls.", aimed=True),
        )
        return attrs.evolve(super().view(), boons=boons)


def test_what_the_boons_do_that_are_paid_in_uses_is_a_key_away() -> None:
    stack = playing(Blessed())
    assert "x: your boons" in lines_of(stack)[-1]
    assert "x: yourself" in lines_of(playing(Called()))[-1]
    press(stack, "x")
    shown = text(stack)
    assert "Pulls the first creature near." in shown
    assert "Leads through walls." in shown
    press(stack, "escape")
    assert "Whose binding will you take?" in text(stack)


def test_where_there_is_room_it_stands_above_the_offers() -> None:
    stack = playing(Blessed())
    short, tall = new_console(80, 24), new_console(80, 40)
    stack.draw(tall)
    assert "    lash: Pulls the first creature near." in text_of(tall).split("\n")
    stack.screens[-1].click(10, 2, stack.view)  # on no offer
    assert type(stack.screens[-1]).__name__ == "Offers"
    three = attrs.evolve(stack.view, offers=OFFERS + OFFERS)
    stack.screens[-1] = Offers(stack.theme, three)
    stack.draw(short)
    assert "Pulls the first creature near." not in text_of(short)
    assert re.search(r"\d+–\d+ of \d+ *$", text_of(short)), text_of(short)
