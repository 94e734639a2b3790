"""While no key comes the screen moves a beat at a time, where anything on it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from numpy.typing import NDArray

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.pages import message
from bidden.frontend.theme import Theme, load_theme
from bidden.shown.games import KeptGame
from bidden.view import Glimpse, Happening, Tile, View
from tests.frontend.fakes import FakeGame, FakeLobby, FakePlayback, covered

WATER = {(8, 2): Tile("≈", "water", True, "deep water"), (8, 4): Tile("≈", "water", True, "it")}


class Wet(FakeGame):
    """Has water in view."""

    def view(self) -> View:
        return attrs.evolve(super().view(), tiles=covered(WATER).tiles)


def theme(**options: Any) -> Theme:
    return attrs.evolve(load_theme(), options=Options(**options))


def stack_of(game: FakeGame, **options: Any) -> Stack:
    stack = Stack.for_game(game, theme(**options))
    stack.beats.still = False
    return stack


def cells(stack: Stack) -> NDArray[Any]:
    console = new_console()
    stack.draw(console)
    return console.rgba.copy()


def phases(stack: Stack, beats: int = 30) -> int:
    """How many different pictures so many beats come to."""
    found = set()
    for _ in range(beats):
        found.add(cells(stack).tobytes())
        stack.beats.pass_one()
    return len(found)


def test_water_in_view_moves_and_nothing_is_told_to_the_game() -> None:
    game = Wet()
    stack = stack_of(game)
    view = stack.view
    assert stack.moves
    assert not stack.ticks
    assert phases(stack) > 3
    assert game.performed == game.previewed == []
    assert stack.view is view


def test_in_a_plain_room_nothing_does() -> None:
    stack = stack_of(FakeGame())
    assert not stack.moves
    assert phases(stack) == 1


@pytest.mark.parametrize("options", [{"motion": "reduced"}, {"glyphs": "ascii"}])
def test_whoever_would_rather_not_sees_it_still(options: dict[str, str]) -> None:
    stack = stack_of(Wet(), **options)
    assert not stack.moves
    assert phases(stack) == 1


def test_what_cannot_show_it_shows_it_still_as_pictures_do() -> None:
    stack = Stack.for_game(Wet(), theme())
    assert not stack.moves
    assert phases(stack) == 1


def test_a_key_changes_only_what_it_does_and_not_how_far_all_has_moved() -> None:
    stack = stack_of(Wet())
    for _ in range(9):
        stack.beats.pass_one()
    before = cells(stack)
    stack.press("?")
    stack.press("escape")
    assert np.array_equal(cells(stack), before)


def test_beneath_a_box_it_moves_and_beneath_a_page_it_does_not() -> None:
    stack = stack_of(Wet())
    stack.press("Q")
    assert stack.screens[-1].overlay
    assert stack.moves
    stack.press("escape")
    stack.screens.append(message(stack.theme, "A page", "And what it says."))
    assert not stack.moves


def test_frames_and_what_is_gone_on_with_come_first() -> None:
    game = Wet()
    stack = stack_of(game)
    game.happening = (Glimpse(Happening.SHOT, ((4, 2), (5, 2), (6, 2))),)
    stack.press(".")
    assert (stack.ticks, stack.moves) == (True, False)
    stack.press("escape")
    assert (stack.ticks, stack.moves) == (False, True)
    stack.press("Z")  # a rest that is long is told of, and begun once it is pressed again
    stack.press("Z")
    assert (stack.ticks, stack.moves) == (True, False)


def test_a_replay_stands_still() -> None:
    stack = Stack.for_playback(FakePlayback(3), theme())
    stack.beats.still = False
    assert not stack.moves


def test_the_title_moves_while_it_is_looked_up_where_one_was_left() -> None:
    lobby = FakeLobby(KeptGame(Path("going.jsonl"), 5, 812, "23 Nov 22:10"))
    lobby.takes_long = True
    stack = Stack.for_lobby(lobby, theme())
    stack.beats.still = False
    stack.settle()
    stack.tick()
    assert (stack.ticks, stack.moves) == (True, True)


def test_once_it_is_over_nothing_moves() -> None:
    stack = stack_of(Wet())
    stack.press("Q")
    stack.press("y")
    assert (stack.over, stack.moves) == (True, False)


def title(**options: Any) -> Stack:
    stack = Stack.for_lobby(FakeLobby(), theme(**options))
    stack.beats.still = False
    return stack


def brightness(stack: Stack, row: int) -> int:
    return int(cells(stack)["fg"][row].astype(int).sum())


def test_the_name_on_the_title_comes_in_and_glows_on() -> None:
    stack = title()
    seen = []
    for _ in range(8):
        seen.append(brightness(stack, 7))
        stack.beats.pass_one()
    assert seen[:6] == sorted(seen[:6])
    assert seen[0] < seen[5] == seen[7]
    assert stack.moves
    assert phases(stack) > 3


def test_any_key_has_all_of_the_name_there() -> None:
    stack = title()
    dark = brightness(stack, 7)
    stack.press("down")
    whole = brightness(stack, 7)
    stack.beats.pass_one()
    assert dark < whole == brightness(stack, 7)


def test_the_title_reads_the_same_at_every_beat_and_is_still_where_nothing_is_to_move() -> None:
    stack, still = title(), title(motion="reduced")
    console = new_console()
    still.draw(console)
    for _ in range(10):
        shown = new_console()
        stack.draw(shown)
        stack.beats.pass_one()
        assert text_of(shown) == text_of(console)
    assert not still.moves
    assert phases(still) == 1
    assert brightness(still, 8) == brightness(Stack.for_lobby(FakeLobby(), theme()), 8)


def test_the_last_screen_comes_in_once_and_stays() -> None:
    stack = stack_of(FakeGame(last_turn=1))
    stack.press(".")
    assert (stack.moves, phases(stack), stack.moves) == (True, 6, False)
    skipped = stack_of(FakeGame(last_turn=1))
    skipped.press(".")
    cells(skipped)
    skipped.press("!")
    assert not skipped.moves
    assert np.array_equal(cells(skipped), cells(stack))
