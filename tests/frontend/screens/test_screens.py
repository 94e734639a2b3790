"""Screens turn keys into intents and other screens, and do nothing themselves."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.input.keymap import RUNS, Context, load_keymap
from bidden.frontend.input.keys import label
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.ending import EndingScreen
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt
from bidden.frontend.screens.told.help import HelpScreen
from bidden.frontend.screens.told.history import History
from bidden.intents import Close, Move
from bidden.rules.places.pursuit import Pursuit
from bidden.session import Session
from bidden.view import Ending
from tests.frontend.fakes import FakeGame, between_open_doors, line
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
    game = FakeGame(tiles=between_open_doors().tiles)
    stack = playing(game)
    press(stack, "c")
    assert isinstance(top(stack), DirectionPrompt)
    assert lines_of(stack)[-1] == snapshot
    press(stack, "x", "V", ".")  # these are not directions
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


def test_question_before_quitting_says_that_the_game_is_saved(snapshot: SnapshotAssertion) -> None:
    stack = playing(FakeGame())
    press(stack, "Q")
    assert boxed(stack) == snapshot


def rows_of_pages(stack: Stack, pages: int) -> list[str]:
    """Return the rows of the screen on top, page by page."""
    rows = []
    for _ in range(pages):
        rows += lines_of(stack)
        press(stack, "page_down")
    return rows


def test_help_explains_every_command_on_pages_that_fit_the_smallest_screen() -> None:
    stack = playing(FakeGame())
    press(stack, "?")
    screen = top(stack)
    assert isinstance(screen, HelpScreen)
    rows = list[str]()
    for _ in range(5):
        rows += lines_of(stack)[1:-1]
        assert screen.length <= screen.shown
        press(stack, "page_down")
    keys = {key for row in rows for key in row.lstrip().partition("  ")[0].split()}
    actions = load_keymap().sections[Context.PLAY].actions
    assert {label(one.keys[0]) for name, one in actions.items() if name not in RUNS} <= keys


def test_help_tells_when_a_hunter_comes() -> None:
    stack, pursuit = playing(FakeGame()), Session(1, level="run").world.root[Pursuit]
    press(stack, "?", "4")
    told = f"After {pursuit.pursuers.after} turns on one level a hunter comes, sooner if a faction"
    assert told in " ".join(" ".join(lines_of(stack)).split())


def test_keys_turn_the_pages_of_help(snapshot: SnapshotAssertion) -> None:
    stack = playing(FakeGame())
    press(stack, "?", "up")
    first = text(stack)
    assert first == snapshot
    press(stack, "down", "space", "page_up", "up")
    assert text(stack) == first
    press(stack, *["page_down"] * 9, "k", "j")
    last = text(stack)
    assert last == snapshot
    press(stack, "1")
    assert text(stack) == first
    press(stack, "3", "5")
    assert text(stack) == last
    press(stack, "escape")
    assert is_playing(stack)


def test_help_fills_a_large_terminal_with_two_pages_of_text() -> None:
    stack = playing(FakeGame())
    press(stack, "?")
    assert "Attacks never miss." not in text(stack)
    rows = lines_of(stack, 120, 40)
    assert any(row.startswith(" Move with ") and row[61:].startswith("Attacks") for row in rows)
    assert all(len(row) < 120 for row in rows)
    press(stack, "page_down")
    rows = lines_of(stack, 120, 40)
    assert any(
        row.startswith(" You pick up") and "You are one of the bidden" in row for row in rows
    )
    press(stack, "2")
    assert any(row.startswith(" Attacks never") for row in lines_of(stack, 120, 40))
    press(stack, "page_down", "page_down")
    assert any("hit points; magic points" in row for row in lines_of(stack, 120, 40))
    press(stack, "1")
    rows = [row for row in lines_of(stack, 100, 30)[2:-1] if row]
    left, right = min(len(row) - len(row.lstrip()) for row in rows), 100 - max(map(len, rows))
    assert abs(left - right) < 4  # in the middle


@pytest.mark.parametrize(("width", "height"), [(120, 40), (100, 40)])
def test_list_of_keys_has_two_columns_on_a_wide_terminal(width: int, height: int) -> None:
    stack = playing(FakeGame())
    press(stack, "?", "?")
    first = next(row for row in lines_of(stack, width, height) if row.strip().startswith("Up k 8"))
    assert (len(first.split("  ")[-1]) > len("north") and len(first) > 61) is (width == 120)


def test_help_lists_all_keys_and_what_is_on_the_map() -> None:
    stack = playing(FakeGame())
    press(stack, "?", "?")
    rows = rows_of_pages(stack, 5)
    sections = load_keymap().sections
    for section in (sections[Context.DIRECTIONS], sections[Context.PLAY], sections[Context.PAGES]):
        assert any(row.strip() == section.title for row in rows)
        for binding in section.actions.values():
            assert any(binding.labels in row and binding.does in row for row in rows)
    for name in ("a wall", "the floor", "you", "a shut door"):
        assert any(row.split(maxsplit=1)[1:] == [name] for row in rows)
    press(stack, "?")
    assert isinstance(top(stack), HelpScreen)


@pytest.mark.parametrize(
    ("keys", "contexts"),
    [
        ("m", (Context.HISTORY, Context.PAGES)),
        ("'", (Context.PROMPT, Context.DIRECTIONS)),
        ("Q", (Context.CONFIRM,)),
        ("#", (Context.NUMBER,)),
        ("=", (Context.MENU,)),
        ("M", (Context.CHART, Context.PAGES)),
        ("C", (Context.PAGES,)),
        (";", (Context.TARGET, Context.DIRECTIONS)),
        ("_", (Context.TRAVEL, Context.DIRECTIONS)),
    ],
)
def test_key_for_help_lists_the_keys_of_the_screen(
    keys: str, contexts: tuple[Context, ...]
) -> None:
    stack = playing(FakeGame())
    press(stack, *keys)
    screen = top(stack)
    press(stack, "?")
    rows = rows_of_pages(stack, 2)
    for context in contexts:
        first, *others = load_keymap().sections[context].actions.values()
        assert any(first.labels in row for row in rows)
        for binding in others if context is not Context.DIRECTIONS else ():
            assert any(binding.labels in row and binding.does in row for row in rows)
    press(stack, "?")
    assert top(stack) is screen


@pytest.mark.parametrize("keys", ["/", "m/", "E"])
def test_question_mark_is_typed_into_text_fields(keys: str) -> None:
    stack = playing(FakeGame(lines=(line("It is dark."),)))
    press(stack, *keys)
    screen = top(stack)
    press(stack, "?")
    assert top(stack) is screen
    assert "?_" in text(stack)


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
def test_fight_keys_do_not_close_the_end_screen(key: str, leaves: bool) -> None:
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
