"""Upgrades are chosen when the player asks for them; the character screen lists them all."""

from __future__ import annotations

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.screens.prompts.forms.chooser import Chooser
from bidden.intents import Improvable, Improve, Intent, Wait
from bidden.view import Character, Ending, Line, Stat, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import (
    boxed,
    click_hint,
    is_playing,
    lines_of,
    playing,
    press,
    said,
    text,
    top,
)

TOLD: dict[Improvable, str] = {
    "hp": "Max HP 40 → 50",
    "attack": "Attack 5 → 6",
    "mana regeneration": "Mana regeneration: 1 MP per 100 → 67 turns",
}
OPTIONS: tuple[tuple[Improvable, int], ...] = (("hp", 10), ("attack", 1), ("mana regeneration", 5))


class Learning(FakeGame):
    """A game with a number of improvements due, and one more after each turn of rest."""

    def __init__(self, due: int) -> None:
        super().__init__()
        self.due, self.level, self.open = due, 1 + due, OPTIONS
        self.ending: Ending | None = None

    def view(self) -> View:
        return a_view(
            improvements=self.open if self.due else (),
            improvements_told=tuple(TOLD[one] for one, _ in self.open) if self.due else (),
            improvements_due=self.due,
            experience_level=self.level,
            ending=self.ending,
        )

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, Improve):
            self.due -= 1
        elif isinstance(intent, Wait):
            self.due, self.level = self.due + 1, self.level + 1


def test_new_level_opens_no_box_and_the_header_names_the_key(snapshot: SnapshotAssertion) -> None:
    game = Learning(1)
    stack = playing(game)
    assert is_playing(stack)
    assert lines_of(stack)[0][-12:] == snapshot
    press(stack, ".")
    assert is_playing(stack)
    assert game.performed == [Wait()]


def test_prompt_for_an_upgrade_leaves_the_log_once_all_are_chosen() -> None:
    level = Line("You gain a level! (press I to choose)", "good", 1, 1, loud=True)
    hits = [Line(f"The orc hits you for {n}.", "harm", 2, n) for n in range(2, 12)]
    game = FakeGame(improvements=OPTIONS[:1], improvements_told=("Max HP",), lines=(level,))
    stack = playing(game)
    assert level.text in text(stack)
    game.changes |= {"improvements": ()}
    press(stack, ".")
    assert "You gain a level!" in text(stack)
    assert "press I" not in text(stack)
    game.changes |= {"lines": (level, *hits)}
    press(stack, ".")
    assert "level" not in said(stack)


def test_only_a_capital_letter_chooses_an_upgrade(snapshot: SnapshotAssertion) -> None:
    game = Learning(2)
    stack = playing(game)
    press(stack, "I")
    assert isinstance(top(stack), Chooser)
    assert boxed(stack) == snapshot
    press(stack, "b", "enter")
    assert boxed(stack)[0] == "Press a capital letter."
    press(stack, "n", "B")
    assert game.performed == [Improve("attack")]
    assert is_playing(stack)
    press(stack, "I", "escape", "l", "I", "A")
    assert game.performed[2:] == [Improve("hp")]


def test_help_omits_keys_that_do_nothing_on_the_screen() -> None:
    for keys, does in (("I", "examine an item"), ("escape", "reset an option")):
        stack = playing(Learning(1))
        press(stack, keys, "?")
        assert does not in text(stack)


def test_click_on_the_hint_in_the_header_opens_the_choice() -> None:
    stack = playing(Learning(1))
    click_hint(stack, "I")
    assert isinstance(top(stack), Chooser)


class Known(FakeGame):
    """A game whose character screen describes the player."""

    def character(self) -> Character:
        return Character(
            stats=(
                Stat("attack", 12, (("base", 5), ("warrior", 5), ("fever", -2), ("sword", 4))),
                Stat("sight", 9, (("base", 9),)),
            ),
            mana=3, max_mana=5, food=123, max_food=1000, level=2, experience=60, next_level_at=150,
            food_about="Fighting and healing use up food. At 0 you starve, even at full HP.",
            kills=(("zombie", 2), ("skeleton", 1)),
            wounds=(("leg", "each step takes 25% longer"), ("eye", "can't aim beyond 4 tiles")),
            effects=(("craving", "\N{MINUS SIGN}5 food a turn (12 turns left)"),),
            heals_every=100,
            recovers_every=1,
        )  # fmt: skip


def test_character_page(snapshot: SnapshotAssertion) -> None:
    stack = playing(Known(wounds=("leg", "eye"), max_wounds=5, hunger="hungry", improvements_due=1))
    press(stack, "C")
    assert text(stack) == snapshot
    press(stack, "escape")
    assert is_playing(stack)


@pytest.mark.parametrize(("width", "height"), [(80, 40), (81, 40), (99, 40), (120, 33)])
def test_character_screen_lists_all_kills_with_counts(width: int, height: int) -> None:
    names = ("Hale the Lame, shade champion", "zombie", "Brannoch the Twice-buried, ox champion")

    class Slayer(FakeGame):
        def character(self) -> Character:
            return Character(kills=tuple((name, 12) for name in names))

    stack = playing(Slayer())
    press(stack, "C")
    told = " ".join(" ".join(lines_of(stack, width, height)).split())
    assert f"Kills 36: {'; '.join(f'{name} ×12' for name in names)}" in told


def test_character_page_with_effects_wounds_and_a_dozen_kinds_of_kills_fits() -> None:
    class Busy(Known):
        def character(self) -> Character:
            kills = tuple((f"creature {number}", number) for number in range(1, 13))
            return attrs.evolve(super().character(), kills=kills)

    stack = playing(Busy(wounds=("leg", "eye"), max_wounds=5, lasting=(("speed", 9),)))
    press(stack, "C")
    assert "creature 12 ×12" in text(stack)
    assert "pages" not in text(stack)


def test_upgrade_longer_than_a_row_is_told_in_full() -> None:
    told = "Attack 10 → 11: your hits deal up to 11 damage (now 10), and more"
    game = FakeGame(
        improvements=(("attack", 1), ("sight", 1)), improvements_told=(told, "Sight 9 → 10 tiles")
    )
    stack = playing(game)
    press(stack, "I")
    assert told in " ".join(" ".join(boxed(stack)).split())
