"""Screens turn keys into intents and other screens, and do nothing themselves."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.input.keymap import load_keymap
from bidden.frontend.input.keys import label
from bidden.frontend.screens.outside.ending import EndingScreen
from bidden.frontend.screens.pages import Pages
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt
from bidden.frontend.screens.told.history import History
from bidden.intents import Close, Move
from bidden.view import Ending
from tests.frontend.fakes import FakeGame, a_view, line
from tests.frontend.screen import (
    boxed,
    is_playing,
    lines_of,
    playing,
    press,
    said,
    text,
    top,
    words,
)


def test_play_screen(snapshot: SnapshotAssertion) -> None:
    assert text(playing(FakeGame(lines=(line("It is dark."),), foes=2))) == snapshot


@pytest.mark.parametrize("key", ["V", "F", "enter", "space", "é", "0", "backspace"])
def test_unbound_key_does_nothing_and_is_named(key: str) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, key)
    assert game.performed == []
    told = said(stack)
    assert told.startswith(f"{label(key)} ")
    press(stack, ".")
    assert told not in said(stack)


def test_closing_a_door_asks_for_a_direction(snapshot: SnapshotAssertion) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "c")
    assert isinstance(top(stack), DirectionPrompt)
    assert lines_of(stack)[-1] == snapshot
    press(stack, "x", "?", ".")  # which are no directions
    assert isinstance(top(stack), DirectionPrompt)
    press(stack, "u")
    assert game.performed == [Close(1, -1)]
    press(stack, "c", "escape", "l")
    assert game.performed[1:] == [Move(1, 0)]


@pytest.mark.parametrize("key", ["t", "q", "i", "N", "I", "w"])
def test_escape_removes_the_message_of_a_command(key: str) -> None:
    stack = playing(FakeGame())
    before = lines_of(stack)
    press(stack, key)
    assert lines_of(stack) != before
    press(stack, "escape")
    assert lines_of(stack) == before


def test_quitting_is_asked_first() -> None:
    stack = playing(FakeGame())
    press(stack, "Q")
    assert isinstance(top(stack), Confirm)
    assert not stack.over
    press(stack, "y", "l", "?")
    stack.tick()
    assert stack.over


@pytest.mark.parametrize(
    ("notice", "unrecorded"), [("", 0), ("Trouble.", 1), ("Trouble.", 12), ("Trouble.", 0)]
)
def test_question_before_quitting_says_what_is_recorded(
    notice: str, unrecorded: int, snapshot: SnapshotAssertion
) -> None:
    stack = playing(FakeGame())
    stack.view = a_view(notice=notice, unrecorded=unrecorded)
    press(stack, "Q")
    assert boxed(stack) == snapshot


def help_pages() -> list[str]:
    """The rows of help, from its first page to its last."""
    stack = playing(FakeGame())
    press(stack, "?")
    rows = []
    for _ in range(16):
        rows += lines_of(stack)
        press(stack, "page_down")
    return rows


def test_help_lists_every_key_and_what_is_on_the_map() -> None:
    rows = help_pages()
    for section in load_keymap().sections.values():
        assert any(row.strip() == section.title for row in rows)
        for binding in section.actions.values():
            assert any(binding.labels in row and binding.does in row for row in rows)
    for name in ("a wall", "the floor", "you", "a shut door"):
        assert any(row.split(maxsplit=1)[1:] == [name] for row in rows)


def test_walking_keys_scroll_help_and_pages_end_with_it() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "?")
    screen = top(stack)
    assert isinstance(screen, Pages)
    firsts = []
    for keys in (("down", "j"), ("page_down",), ("home",), ("up", "page_up"), ("end",)):
        press(stack, *keys)
        firsts.append(screen.first)
    last = screen.length - screen.shown
    assert firsts == [2, 2 + screen.shown, 0, 0, last]
    press(stack, "page_down", "down")
    assert screen.first == last
    assert game.performed == []


FIFTY = tuple(line(f"Message {n}.", turn=n // 2) for n in range(50))


def test_history_opens_at_its_end_and_names_each_turn_once(snapshot: SnapshotAssertion) -> None:
    stack = playing(FakeGame(lines=FIFTY))
    press(stack, "m")
    assert text(stack) == snapshot
    press(stack, "page_up", "page_up", "page_up")
    assert lines_of(stack)[2] == "     0> Message 0."


def test_end_of_the_game_is_shown_when_it_comes(snapshot: SnapshotAssertion) -> None:
    game = FakeGame(last_turn=2)
    stack = playing(game)
    press(stack, ".")
    assert is_playing(stack)
    press(stack, ".")
    assert isinstance(top(stack), EndingScreen)
    assert text(stack) == snapshot
    assert isinstance(top(playing(game)), EndingScreen)


@pytest.mark.parametrize(
    ("key", "leaves"), [("q", True), ("enter", True), ("escape", False), (".", False)]
)
def test_end_is_left_by_no_key_of_a_fight(key: str, leaves: bool) -> None:
    stack = playing(FakeGame(last_turn=0))
    press(stack, "m")
    assert isinstance(top(stack), History)
    press(stack, "escape", key)
    assert stack.over is leaves


RUN: dict[str, Any] = {
    "score": 140,
    "score_parts": (("levels entered: 3", 60), ("achievements: 1", 80)),
    "achieved": (("Collector", "Take up a thing."),),
    "conduct": ("You never ate.",),
    "belongings": ("a rock",),
}


@pytest.mark.parametrize("run", [RUN, {}], ids=["run", "other"])
def test_score_conduct_and_belongings_can_be_read_at_the_end(
    run: dict[str, Any], snapshot: SnapshotAssertion
) -> None:
    stack = playing(FakeGame(ending=Ending.WON, **run))
    assert ("140" in words(stack)) is bool(run)
    press(stack, "i")
    assert text(stack) == snapshot
