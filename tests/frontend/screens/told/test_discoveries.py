"""What is known of things is listed by sort, and what is taken up by itself chosen there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.prose import telling
from bidden.view import Character, Discovery, Riddle
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, press, text

HEALTH = Discovery("potion", "potion of health", "potion", True, "Heals 10.")
SPEED = Discovery("potion", "potion of speed", "potion", False, "Twice as fast.")
FIRE = Discovery("scroll", "scroll of fireball", "scroll", True, "Burns.")
YOU = Character(
    discoveries=(SPEED, HEALTH, FIRE),
    riddles=(Riddle("murky potion", True, ""), Riddle("red potion", False, "zip")),
)


class Learned(FakeGame):
    def character(self) -> Character:
        return YOU


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "options.toml"


@pytest.fixture
def stack(path: Path) -> Stack:
    stack = Stack.for_game(Learned(), load_theme(path))
    press(stack, "\\")
    return stack


def test_what_is_known_stands_first_and_what_was_tried_or_named_last(stack: Stack) -> None:
    rows = [row.strip(" >") for row in lines_of(stack)[2:13]]
    assert rows == [
        "Potions: 1 of 2 kinds are known",
        "potion of health         taken up",
        "potion of speed          not yet",
        "",
        "Scrolls: 1 of 1 kinds are known",
        "scroll of fireball       taken up",
        "",
        "What you do not know, and tried or named",
        "murky potion             tried: it showed nothing",
        "red potion               called zip",
        "",
    ]
    assert "Heals 10. Enter has it taken up" in text(stack)


def test_a_thing_is_left_from_now_on_and_taken_up_again(stack: Stack, path: Path) -> None:
    press(stack, "enter")
    assert "potion of health         left" in text(stack)
    assert load_theme(path).options.pick_up_names == ("-potion*of health",)
    press(stack, "enter")
    assert "potion of health         taken up" in text(stack)
    assert load_theme(path).options.pick_up_names == ()


def test_a_thing_of_a_kind_that_is_left_is_taken_up_by_its_name(path: Path) -> None:
    path.write_text('pick_up = ["food"]\npick_up_names = ["dart"]\n')
    stack = Stack.for_game(Learned(), load_theme(path))
    press(stack, "\\", "enter")
    assert load_theme(path).options.pick_up_names == ("potion*of health", "dart")
    press(stack, "enter")
    assert load_theme(path).options.pick_up_names == ("dart",)


def test_what_is_not_known_is_not_chosen(stack: Stack, path: Path) -> None:
    press(stack, "down", "enter")
    assert not path.exists()


def test_the_same_is_told_in_words() -> None:
    assert [*telling.discoveries(YOU)] == [
        "You know 1 of 2 kinds of potions.",
        "Potion of health: Heals 10.",
        "Not yet: potion of speed.",
        "You know 1 of 1 kinds of scrolls.",
        "Scroll of fireball: Burns.",
        "Murky potion: tried, and it showed nothing.",
        "Red potion, called zip.",
    ]
