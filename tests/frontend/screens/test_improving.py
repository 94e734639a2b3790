"""Upgrades are chosen when the player asks for them; the character screen tells all of them."""

from __future__ import annotations

import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.screens.pages import Pages
from bidden.frontend.theme import load_theme
from bidden.intents import Improvable, Improve, Intent, Wait
from bidden.view import Character, Ending, Stat, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press, text

TOLD: dict[Improvable, str] = {
    "hp": "Max HP 40 → 50",
    "attack": "Attack 5 → 6: 1–5 → 1–6 damage, minus their Defence",
    "mana regeneration": "Mana regeneration: 1 MP per 100 → 67 turns",
}
OPTIONS: tuple[tuple[Improvable, int], ...] = (("hp", 10), ("attack", 1), ("mana regeneration", 5))
QUESTION = "Choose an upgrade:"


class Learning(FakeGame):
    """A game in which so many improvements are due, and one more with each turn of rest."""

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


def test_a_new_level_opens_no_box_and_the_header_names_the_key() -> None:
    game = Learning(1)
    stack = playing(game)
    assert QUESTION not in text(stack)
    assert lines_of(stack)[0].endswith("I level up")
    press(stack, ".")
    assert QUESTION not in text(stack)
    assert game.performed == [Wait()]


def test_the_key_opens_the_choice_and_a_capital_answers_but_no_key_that_walks() -> None:
    game = Learning(1)
    stack = playing(game)
    press(stack, "I")
    assert QUESTION in text(stack)
    assert f"B   {TOLD['attack']}" in text(stack)
    assert f"G   {TOLD['mana regeneration']}" in text(stack)
    press(stack, "b", "n", "B")
    assert game.performed == [Improve("attack")]
    assert QUESTION not in text(stack)
    assert lines_of(stack)[0].endswith("? help")


def test_a_click_on_the_mark_in_the_header_opens_the_choice() -> None:
    stack = playing(Learning(1))
    stack.click(lines_of(stack)[0].index("I level up"), 0)
    assert QUESTION in text(stack)


def test_a_letter_stays_where_something_before_it_is_at_its_best() -> None:
    game = Learning(1)
    game.open = OPTIONS[1:]
    stack = playing(game)
    press(stack, "I")
    assert "A   " not in text(stack)
    press(stack, "A", "B")
    assert game.performed == [Improve("attack")]


def test_of_several_that_are_due_the_choice_tells_how_many() -> None:
    game = Learning(2)
    stack = playing(game)
    press(stack, "I")
    assert f"{QUESTION} (2 times)" in text(stack)
    press(stack, "A")
    assert lines_of(stack)[0].endswith("I level up")
    press(stack, "I")
    assert "times" not in text(stack)
    press(stack, "A")
    assert game.performed == [Improve("hp")] * 2
    assert QUESTION not in text(stack)


def test_who_does_not_want_to_choose_now_can_later() -> None:
    game = Learning(1)
    stack = playing(game)
    press(stack, "I", "escape")
    assert QUESTION not in text(stack)
    press(stack, "l", "I")
    assert QUESTION in text(stack)
    press(stack, "A")
    assert game.performed[1:] == [Improve("hp")]


def test_where_nothing_is_due_the_key_says_so() -> None:
    stack = playing(Learning(0))
    assert lines_of(stack)[0].endswith("? help")
    press(stack, "I")
    assert QUESTION not in text(stack)
    assert "No upgrade" in text(stack)


def test_once_the_game_is_over_nothing_is_asked() -> None:
    game = Learning(1)
    game.ending = Ending.DIED
    assert QUESTION not in text(playing(game))


class Known(FakeGame):
    """A game whose player knows itself."""

    def character(self) -> Character:
        return Character(
            stats=(
                Stat("attack", 12, (("base", 5), ("warrior", 5), ("fever", -2), ("sword", 4))),
                Stat("sight", 9, (("base", 9),)),
            ),
            mana=3, max_mana=5, food=123, max_food=1000, level=2, experience=60, next_level_at=150,
            food_about="Attacking and regenerating burn food. At 0 you starve, even at full HP.",
            kills=(("zombie", 2), ("skeleton", 1)),
            wounds=(("leg", "each step takes 25% longer"), ("eye", "aim no further than 4 tiles")),
            heals_every=100,
            recovers_every=1,
        )  # fmt: skip


def test_the_character_is_told_line_by_line() -> None:
    stack = playing(Known(wounds=("leg", "eye"), max_wounds=5, hunger="hungry", improvements_due=1))
    press(stack, "C")
    rows = [row.rstrip() for row in lines_of(stack)]
    assert rows[2:20] == [
        " HP                     23/30; 1 HP per 100 turns",
        " Wounds                 2/5",
        "   leg                  each step takes 25% longer",
        "   eye                  aim no further than 4 tiles",
        " Mana                   3/5; 1 MP per turn",
        " Food                   123/1,000, hungry",
        "                        Attacking and regenerating burn food. At 0 you starve,",
        "                        even at full HP.",
        " XL                     2",
        " XP                     60/150",
        " Upgrades to choose     1",
        "",
        " Stats",
        "   Attack               12      base 5, warrior +5, fever –2, sword +4",
        "   Sight                9       base 9",
        "",
        " Kills: 3",
        "   zombie               2",
    ]
    press(stack, "escape")
    assert "Upgrades to choose" not in text(stack)


def test_of_a_player_without_such_parts_nothing_is_told() -> None:
    stack = playing(FakeGame())
    press(stack, "C")
    rows = text(stack)
    assert "Wounds" not in rows
    assert "Mana" not in rows
    assert "Food" not in rows


@pytest.mark.parametrize("width", [80, 81, 99, 120])
def test_no_column_covers_a_name_however_long(width: int) -> None:
    names = ("Hale the Lame, shade champion", "zombie", "Brannoch the Twice-buried, " + "ox" * 40)

    class Slayer(FakeGame):
        def character(self) -> Character:
            return Character(kills=tuple((name, 12) for name in names))

    stack = playing(Slayer())
    press(stack, "C")
    console = new_console(width, 40)
    stack.draw(console)
    rows = [row.strip() for row in text_of(console).split("\n") if row.strip().endswith(" 12")]
    assert len(rows) == len(names)
    for row, name in zip(rows, names, strict=True):
        shown = row.removesuffix(" 12").strip()
        assert name == shown or (shown.endswith("…") and name.startswith(shown[:-1]))


def test_a_piece_of_a_row_is_never_drawn_over_the_one_before_it() -> None:
    ink = load_theme().palette.ground.fg
    stack = playing(FakeGame())
    stack.screens.append(Pages(stack.theme, "Title", [((1, "a long name", ink), (5, "12", ink))]))
    assert " a long name 12" in [row.rstrip() for row in lines_of(stack)]
