"""While no key comes, the screen advances beat by beat if anything on it moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest
from numpy.typing import NDArray

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.pages import message
from bidden.view import Tile, View
from tests.frontend.fakes import FakeGame, FakeLobby, FakePlayback, covered
from tests.frontend.screen import at_the_title, drawn, playing, replaying, top

WATER = {(8, 2): Tile("≈", "water", True, "deep water"), (8, 4): Tile("≈", "water", True, "it")}


class Wet(FakeGame):
    """Has water in view."""

    def view(self) -> View:
        return attrs.evolve(super().view(), tiles=covered(WATER).tiles)


def moving(stack: Stack) -> Stack:
    """Return the stack in a front end that can show animation."""
    stack.beats.still = False
    return stack


def cells(stack: Stack) -> NDArray[Any]:
    return drawn(stack).rgba.copy()


def pictures(stack: Stack, beats: int = 30) -> int:
    """Return how many different pictures some beats show."""
    found = set()
    for _ in range(beats):
        found.add(cells(stack).tobytes())
        stack.beats.pass_one()
    return len(found)


def test_water_in_view_moves_and_the_game_is_not_touched() -> None:
    game = Wet()
    stack = moving(playing(game))
    view = stack.view
    assert stack.moves
    assert not stack.ticks
    assert pictures(stack) > 3
    assert game.performed == game.previewed == []
    assert stack.view is view


@pytest.mark.parametrize(
    "make",
    [
        lambda: moving(playing(FakeGame())),
        lambda: playing(Wet()),
        lambda: moving(playing(Wet(), motion="reduced")),
        lambda: moving(playing(Wet(), glyphs="ascii")),
        lambda: moving(replaying(FakePlayback(3))),
        lambda: moving(at_the_title(FakeLobby(), motion="reduced")),
    ],
    ids=["plain room", "no motion", "reduced", "ascii", "replay", "title"],
)
def test_screen_without_ambient_animation_draws_one_picture(make: Callable[[], Stack]) -> None:
    stack = make()
    assert not stack.moves
    assert pictures(stack) == 1


def test_water_moves_beneath_a_box_but_not_beneath_a_page() -> None:
    stack = moving(playing(Wet()))
    stack.press("Q")
    assert top(stack).overlay
    assert stack.moves
    stack.press("escape")
    stack.screens.append(message(stack.theme, "A page", "And what it says."))
    assert not stack.moves


def test_last_screen_fades_in_once_and_a_key_skips_that() -> None:
    stack = moving(playing(FakeGame(last_turn=1)))
    stack.press(".")
    assert (stack.moves, pictures(stack), stack.moves) == (True, 6, False)
    skipped = moving(playing(FakeGame(last_turn=1)))
    skipped.press(".")
    cells(skipped)
    skipped.press("!")
    assert not skipped.moves
    assert np.array_equal(cells(skipped), cells(stack))
