"""Improving, and the character: what is due is asked once, and all is told of what it comes."""

from __future__ import annotations

from bidden.intents import Improvable, Improve, Intent, Wait
from bidden.view import Character, Ending, Stat, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press, text

TOLD: dict[Improvable, str] = {
    "hp": "hit points 40 -> 50",
    "attack": "attack 5 -> 6: your blows 1–5 -> 1–6, less their defence",
    "mana regeneration": "mana regeneration 10 -> 15: a point of mana in 100 -> 67 turns",
}
OPTIONS: tuple[tuple[Improvable, int], ...] = (("hp", 10), ("attack", 1), ("mana regeneration", 5))
QUESTION = "At what will you improve?"


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


def test_what_is_due_is_asked_at_once_and_a_capital_answers_but_no_key_that_walks() -> None:
    game = Learning(1)
    stack = playing(game)
    assert QUESTION in text(stack)
    assert "B   attack 5 -> 6: your blows 1–5 -> 1–6, less their defence" in text(stack)
    assert "G   mana regeneration 10 -> 15: a point of mana in 100 -> 67 turns" in text(stack)
    press(stack, "b", "n", "B")
    assert game.performed == [Improve("attack")]
    assert QUESTION not in text(stack)


def test_a_letter_stays_where_something_before_it_is_at_its_best() -> None:
    game = Learning(1)
    game.open = OPTIONS[1:]
    stack = playing(game)
    assert "A   " not in text(stack)
    press(stack, "A", "B")
    assert game.performed == [Improve("attack")]


def test_one_is_asked_after_the_other() -> None:
    game = Learning(2)
    stack = playing(game)
    assert f"{QUESTION} (2 times)" in text(stack)
    press(stack, "A")
    assert QUESTION in text(stack)
    assert "times" not in text(stack)
    press(stack, "A")
    assert game.performed == [Improve("hp")] * 2
    assert QUESTION not in text(stack)


def test_who_does_not_want_to_choose_now_is_not_urged_and_can_later() -> None:
    game = Learning(1)
    stack = playing(game)
    press(stack, "escape")
    assert QUESTION not in text(stack)
    press(stack, "l")
    assert QUESTION not in text(stack)
    press(stack, "I")
    assert QUESTION in text(stack)
    press(stack, "A")
    assert game.performed[1:] == [Improve("hp")]


def test_the_next_level_asks_again() -> None:
    game = Learning(1)
    stack = playing(game)
    press(stack, "escape", ".")
    assert f"{QUESTION} (2 times)" in text(stack)


def test_where_nothing_is_due_the_key_says_so() -> None:
    stack = playing(Learning(0))
    assert QUESTION not in text(stack)
    press(stack, "I")
    assert "There is nothing to improve." in text(stack)


def test_once_the_game_is_over_nothing_is_asked() -> None:
    game = Learning(1)
    game.ending = Ending.DIED
    assert QUESTION not in text(playing(game))


class Known(FakeGame):
    """A game whose player knows itself."""

    def character(self) -> Character:
        return Character(
            stats=(
                Stat("attack", 12, (("nature", 5), ("warrior", 5), ("fever", -2), ("sword", 4))),
                Stat("sight", 9, (("nature", 9),)),
            ),
            mana=3, max_mana=5, food=123, max_food=1000, level=2, experience=60, next_level_at=150,
            food_about="Blows take of it. With none left you starve, and no wound stands for that.",
            kills=(("zombie", 2), ("skeleton", 1)),
            wounds=(("leg", "each step takes a quarter longer"), ("eye", "you see less far")),
            heals_every=100,
            recovers_every=1,
        )  # fmt: skip


def test_the_character_is_told_line_by_line() -> None:
    stack = playing(Known(wounds=("leg", "eye"), max_wounds=5, hunger="hungry", improvements_due=1))
    press(stack, "C")
    rows = [row.rstrip() for row in lines_of(stack)]
    assert rows[2:21] == [
        " Hit points             23 of 30; one comes back every 100 turns",
        " Wounds                 2; 5 kill",
        "   leg                  each step takes a quarter longer",
        "   eye                  you see less far",
        " Mana                   3 of 5; one comes back each turn",
        " Food                   123 of 1000, hungry",
        "                        Blows take of it. With none left you starve, and no",
        "                        wound stands for that.",
        " Level                  2",
        " Experience             60; the next level at 150",
        " Improvements due       1",
        "",
        " Your stats, and what they come of",
        "   attack               12      nature 5, warrior +5, fever -2, sword +4",
        "   sight                9       nature 9",
        "",
        " Kills: 3",
        "   zombie               2",
        "   skeleton             1",
    ]
    press(stack, "escape")
    assert "Hit points" not in text(stack)


def test_of_a_player_without_such_parts_nothing_is_told() -> None:
    stack = playing(FakeGame())
    press(stack, "C")
    rows = text(stack)
    assert "Wounds" not in rows
    assert "Mana" not in rows
    assert "Food" not in rows
