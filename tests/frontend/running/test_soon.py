"""A slow step is announced before it runs, and no key gets in between."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.opening import OpeningScreen
from bidden.frontend.screens.outside.title import TitleScreen
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Screen
from bidden.frontend.theme import load_theme
from bidden.intents import Move
from bidden.view import Tile
from tests.frontend.fakes import FakeGame, FakeLobby, covered
from tests.frontend.screen import (
    at_the_title,
    is_playing,
    lines_of,
    playing,
    press,
    text,
    top,
    wait,
)

EAST, SOUTH = Move(1, 0), Move(0, 1)


class Returning(FakeGame):
    """A game that counts how often it went back."""

    def __init__(self) -> None:
        super().__init__()
        self.went: list[int] = []
        self.back = FakeGame()

    def go_back(self, turns: int) -> FakeGame:
        self.went.append(turns)
        return self.back


def screens(stack: Stack) -> list[type[Screen]]:
    return [type(screen) for screen in stack.screens]


def test_rewinding_shows_its_notice_for_a_whole_tick_before_it_starts(
    snapshot: SnapshotAssertion,
) -> None:
    game = Returning()
    stack = playing(game)
    press(stack, "=", "b", "3")
    stack.press("enter")
    assert (stack.waits, stack.ticks, game.went) == (True, True, [])
    stack.tick()  # before anything could be drawn
    stack.tick()
    assert game.went == []
    told = lines_of(stack)[-1]
    assert told == snapshot
    stack.tick()
    assert game.went == []
    stack.tick()
    assert (stack.waits, game.went) == (False, [3])
    assert is_playing(stack)
    assert lines_of(stack)[-1] != told


def test_keys_are_queued_and_clicks_ignored_until_a_rewind_is_done() -> None:
    game = Returning()
    stack = playing(game)
    press(stack, "=", "b")
    stack.press("enter")
    before = list(stack.screens)
    for key in ("l", "j", "Q"):
        stack.press(key)
    stack.click(5, 5)
    stack.click(5, 5, right=True)
    stack.wheel(1)
    assert (stack.screens, game.performed, game.went) == (before, [], [])
    wait(stack)
    assert (game.performed, game.back.performed) == ([], [EAST, SOUTH])
    assert screens(stack) == [PlayScreen, Confirm]


def test_opening_is_shown_before_the_new_game_is_made(snapshot: SnapshotAssertion) -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    stack.press("n")
    assert isinstance(top(stack), OpeningScreen)
    assert lines_of(stack)[-1] == snapshot
    assert lobby.opened == []
    wait(stack)
    assert lobby.opened == [("begin", None)]
    assert screens(stack) == [PlayScreen, OpeningScreen]


def test_error_is_not_dismissed_by_keys_typed_before_it_was_drawn() -> None:
    stack = at_the_title(FakeLobby(refusal="no space left"))
    for key in ("n", "x", "escape"):
        stack.press(key)
    wait(stack)
    stack.press("q")  # before it was drawn
    assert "no space left" in text(stack)
    stack.press("escape")
    assert isinstance(top(stack), TitleScreen)


@pytest.mark.parametrize(
    ("kind", "name", "slow"),
    [("stair down", "stairs down", True), ("gate", "a gate", True), ("floor", "the floor", False)],
)
def test_step_onto_a_stair_is_announced_before_the_next_level_is_made(
    kind: str, name: str, slow: bool, snapshot: SnapshotAssertion
) -> None:
    tile = Tile("?", "stair", True, name, kind=kind)
    game = FakeGame(tiles=covered({(6, 3): tile}).tiles)
    stack = playing(game)
    stack.press("l")
    assert stack.waits is slow
    assert game.performed == ([] if slow else [EAST])
    if slow:
        assert lines_of(stack)[-1] == snapshot
    wait(stack)
    assert game.performed == [EAST]


def test_slow_start_shows_a_message_and_queues_the_keys_pressed_meanwhile() -> None:
    game, asked = FakeGame(), list[str]()

    def begin() -> FakeGame:
        asked.append("begin")
        return game

    stack = Stack.for_opening(begin, "You go on …", load_theme())
    assert (stack.over, stack.waits, stack.ticks) == (False, True, True)
    stack.press("l")
    assert asked == []
    assert lines_of(stack)[-1] == " You go on …"
    wait(stack)
    assert asked == ["begin"]
    assert is_playing(stack)
    assert game.performed == [EAST]
