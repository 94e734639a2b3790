"""Bidding: the key asks for a word, and its letter calls it."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Bid, Word
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import boxed, is_playing, playing, press


@pytest.mark.parametrize(("letter", "word"), [("c", "come"), ("s", "stay"), ("t", "strike")])
def test_letter_of_a_word_calls_it(letter: str, word: Word) -> None:
    game = FakeGame()
    press(playing(game), "B", letter)
    assert game.performed == [Bid(word)]


def test_words_are_listed_and_can_be_left(snapshot: SnapshotAssertion) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "B")
    assert boxed(stack) == snapshot
    press(stack, "escape")
    assert is_playing(stack)
    assert game.performed == []
