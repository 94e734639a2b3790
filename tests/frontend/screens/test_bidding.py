"""Bidding: the key asks for a word, and its letter calls it."""

from __future__ import annotations

import pytest

from bidden.intents import Bid, Word
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import playing, press, text


@pytest.mark.parametrize(("letter", "word"), [("c", "come"), ("s", "stay"), ("t", "strike")])
def test_the_letter_of_a_word_calls_it(letter: str, word: Word) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "B")
    assert "What do you bid those who serve you?" in text(stack)
    assert f"{letter}   {word}: " in text(stack)
    press(stack, letter)
    assert game.performed == [Bid(word)]


def test_one_may_think_better_of_it() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "B", "escape")
    assert game.performed == []
    assert "What do you bid" not in text(stack)
