"""Discoveries are listed by kind, and auto-pickup is chosen there."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.prose import telling
from bidden.view import Character, Discovery, Riddle
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import marked, press, stack_for, text

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


def opened(path: Path) -> Stack:
    stack = stack_for(Learned(), load_theme(path))
    press(stack, "\\")
    return stack


def names(path: Path) -> tuple[str, ...]:
    return load_theme(path).options.pick_up_names


def test_discoveries_list_known_items_first_and_tried_or_named_items_last(
    path: Path, snapshot: SnapshotAssertion
) -> None:
    assert text(opened(path)) == snapshot


def test_enter_turns_auto_pickup_of_an_item_kind_off_and_on(path: Path) -> None:
    stack = opened(path)
    before = marked(stack)
    press(stack, "enter")
    assert marked(stack) != before
    assert names(path) == ("-potion*of health",)
    press(stack, "enter")
    assert marked(stack) == before
    assert names(path) == ()


def test_enter_toggles_automatic_pickup_of_an_item_by_name(path: Path) -> None:
    path.write_text('pick_up = ["food"]\npick_up_names = ["dart"]\n')
    stack = opened(path)
    press(stack, "enter")
    assert names(path) == ("potion*of health", "dart")
    press(stack, "enter")
    assert names(path) == ("dart",)


def test_unknown_thing_cannot_be_chosen(path: Path) -> None:
    press(opened(path), "down", "enter")
    assert not path.exists()


def test_discoveries_are_told_in_words(snapshot: SnapshotAssertion) -> None:
    assert [*telling.discoveries(YOU)] == snapshot
