"""Repeating an aimed action follows the same foe, or keeps the same tile."""

from __future__ import annotations

from typing import Any

from syrupy.assertion import SnapshotAssertion

from bidden.intents import Throw
from bidden.view import Aiming, Held, Shape
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import playing, press, said

ROCK = Held("a", "3 rocks", ("throw",), "*", "gear", aimed=(("throw", Aiming(Shape.DIRECTION)),))
FIRST = Throw("a", 7, 3)


def throwing(*foes: tuple[int, int], **changes: Any) -> FakeGame:
    return FakeGame(pack=(ROCK,), foes_at=foes, **changes)


def test_throw_follows_a_foe_that_has_moved() -> None:
    game = throwing((7, 3), (10, 3))
    stack = playing(game)
    press(stack, "t", "a")
    game.changes["foes_at"] = ((5, 2), (8, 3))  # after it is thrown
    press(stack, "enter", "`")
    assert game.performed == [FIRST, Throw("a", 8, 3)]


def test_nothing_is_thrown_without_a_foe_in_view(snapshot: SnapshotAssertion) -> None:
    game = throwing((7, 3))
    stack = playing(game)
    press(stack, "t", "a")
    game.changes["foes_at"] = ()
    press(stack, "enter", "`")
    assert game.performed == [FIRST]
    assert said(stack) == snapshot
