"""The mouse is enough: what names a key can be clicked, lines scroll, questions are answered."""

from __future__ import annotations

import pytest

from bidden.frontend.input.keymap import Command
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.buttons import buttons_in
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.told.commands import Commands
from bidden.frontend.screens.told.history import History
from bidden.intents import Close, Move, Wait
from tests.frontend.fakes import FakeGame, line
from tests.frontend.screen import lines_of, playing, press, text


def click(stack: Stack, words: str, *, right: bool = False) -> None:
    """Click on words that are on the screen, the lowest of them."""
    lines = lines_of(stack)
    y = max(row for row, one in enumerate(lines) if words in one)
    stack.click(lines[y].index(words), y, right=right)


def top(stack: Stack) -> str:
    return type(stack.screens[-1]).__name__


@pytest.mark.parametrize(
    ("hints", "keys"),
    [
        (" Esc back   PgUp/PgDn pages   1–20 of 40", ["page_down", "page_up", "escape"]),
        ("y yes   n no", ["y", "n"]),
        (" Which way? (Esc: never mind)", ["escape"]),
        ("Enter: go there, Tab: next sight, >: way down", ["enter", "tab", ">"]),
        ("< > other levels   _ go there", ["<", ">", "_"]),
        ("type to narrow it   Space choose", ["space"]),
        ("40 turns of 100", []),
        ("", []),
    ],
)
def test_what_names_a_key_is_a_button(hints: str, keys: list[str]) -> None:
    found = [*buttons_in(hints, 3, 5)]
    assert sorted(one.key for one in found) == sorted(keys)
    for one in found:
        drawn = hints[one.where.x - 3 : one.where.right - 3]
        assert drawn == drawn.strip() != ""
        assert one.where.y == 5


def test_of_two_keys_for_one_thing_the_one_that_is_clicked_on_counts() -> None:
    stack = playing(FakeGame())
    press(stack, "?")
    first = lines_of(stack)[2]
    click(stack, "PgDn")
    assert lines_of(stack)[2] != first
    click(stack, "PgUp")
    assert lines_of(stack)[2] == first
    click(stack, "Esc back")
    assert top(stack) == "PlayScreen"


def test_the_wheel_scrolls_lines_and_moves_nobody() -> None:
    game = FakeGame()
    stack = playing(game)
    stack.wheel(1)
    assert game.performed == []
    press(stack, "?")
    lines = lines_of(stack)
    stack.wheel(2)
    assert lines_of(stack)[2] == lines[8]
    stack.wheel(-1)
    assert lines_of(stack)[2] == lines[5]


def test_the_wheel_counts_where_a_number_is_asked_for() -> None:
    stack = playing(FakeGame())
    press(stack, "#")
    for _ in range(3):
        stack.wheel(-1)
    assert " 3_" in text(stack)
    stack.wheel(9)
    assert " 0_" in text(stack)


def test_a_question_is_answered_by_a_click_on_its_words() -> None:
    stack = playing(FakeGame())
    press(stack, "Q")
    click(stack, "n no")
    assert (top(stack), stack.over) == ("PlayScreen", False)
    press(stack, "Q")
    click(stack, "y yes")
    assert stack.over


def test_a_direction_is_pointed_at_from_afar() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "c")
    x, y = game.view().here
    cell = stack.screens[0].layout.cell_of((x, y))
    stack.click(*cell)
    assert game.performed == []
    stack.click(cell[0] + 4, cell[1] - 1)
    assert game.performed == [Close(1, -1)]
    press(stack, "c")
    stack.click(0, 5, right=True)
    assert (top(stack), len(game.performed)) == ("PlayScreen", 1)


def test_a_right_click_on_oneself_shows_all_commands_and_one_is_done_by_a_click() -> None:
    game = FakeGame()
    stack = playing(game)
    lines_of(stack)
    stack.click(*stack.screens[0].layout.cell_of(game.view().here), right=True)
    assert top(stack) == Commands.__name__
    assert "explore; on an explored level" in lines_of(stack)[2]
    click(stack, "wait a turn")
    assert (top(stack), game.performed) == ("PlayScreen", [Wait()])


def test_each_command_but_that_of_nothing_is_in_the_menu_once() -> None:
    stack = playing(FakeGame())
    play = stack.screens[0]
    assert isinstance(play, PlayScreen)
    menu = Commands(play.theme, play.press)
    told = [choice.text.split("  ")[0] for choice in menu.choices]
    assert len({*told}) == len(told)
    bound = {c: b for s in play.theme.keymap.sections.values() for c, b in s.actions.items()}
    assert any(bound[Command.EXPLORE].labels == one for one in told)
    assert not any(bound[Command.CANCEL].labels == one for one in told)


def test_beside_the_map_a_click_opens_what_stands_there() -> None:
    game = FakeGame()
    game.changes["lines"] = (line("You see a door."),)
    stack = playing(game)
    click(stack, "? help")
    assert "Help" in lines_of(stack)[0]
    press(stack, "escape")
    click(stack, "You see a door.")
    assert top(stack) == History.__name__
    stack.click(40, 12, right=True)
    click(stack, "Turn")
    assert top(stack) not in ("PlayScreen", History.__name__)


def test_a_step_with_the_mouse_is_one_step() -> None:
    game = FakeGame()
    stack = playing(game)
    lines_of(stack)
    x, y = stack.screens[0].layout.cell_of(game.view().here)
    stack.click(x + 1, y)
    assert game.performed == [Move(1, 0)]
