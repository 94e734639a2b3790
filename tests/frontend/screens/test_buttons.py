"""Everything works by mouse: hints can be clicked, lines scroll, questions are answered."""

from __future__ import annotations

import pytest

from bidden.frontend.input.keymap import Command
from bidden.frontend.screens.buttons import buttons_in
from bidden.frontend.screens.pages import Pages
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.told.commands import Commands
from bidden.frontend.screens.told.history import History
from bidden.frontend.screens.told.why import Why
from bidden.intents import Close, Wait
from tests.frontend.fakes import FakeGame, between_open_doors, line
from tests.frontend.screen import (
    click,
    click_hint,
    drawn,
    is_playing,
    lines_of,
    menu,
    place_of,
    playing,
    press,
    top,
    wait,
)


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
def test_hint_that_names_a_key_is_a_button(hints: str, keys: list[str]) -> None:
    found = [*buttons_in(hints, 3, 5)]
    assert sorted(one.key for one in found) == sorted(keys)
    for one in found:
        drawn = hints[one.where.x - 3 : one.where.right - 3]
        assert drawn == drawn.strip() != ""
        assert one.where.y == 5


def test_wheel_scrolls_lines_and_moves_nobody() -> None:
    game = FakeGame()
    stack = playing(game)
    stack.wheel(1)
    assert game.performed == []
    press(stack, "?", "?")
    lines = lines_of(stack)
    stack.wheel(2)
    assert lines_of(stack)[2] == lines[8]
    stack.wheel(-1)
    assert lines_of(stack)[2] == lines[5]
    press(stack, "escape")
    first = lines_of(stack)
    stack.wheel(1)
    assert lines_of(stack) != first
    stack.wheel(-2)
    assert lines_of(stack) == first


def test_click_on_a_distant_tile_chooses_a_direction() -> None:
    game = FakeGame(tiles=between_open_doors().tiles)
    stack = playing(game)
    x, y = game.view().here
    press(stack, "c")
    click(stack, (x, y))
    assert game.performed == []
    click(stack, (x + 4, y - 1))
    assert game.performed == [Close(1, -1)]
    press(stack, "c")
    click(stack, (0, 5), right=True)
    assert is_playing(stack)
    assert len(game.performed) == 1


def test_right_click_on_the_player_opens_a_clickable_list_of_commands() -> None:
    game = FakeGame()
    stack = playing(game)
    click(stack, game.view().here, right=True)
    assert isinstance(top(stack), Commands)
    bound = {c: b for s in stack.theme.keymap.sections.values() for c, b in s.actions.items()}
    lines = [choice.text for choice in menu(stack).choices]
    assert lines[0].endswith(bound[Command.EXPLORE].does)
    assert len({*lines}) == len(lines)
    assert not any(line.endswith(bound[Command.CANCEL].does) for line in lines)
    stack.click(*place_of(drawn(stack), bound[Command.WAIT].does))
    assert is_playing(stack)
    assert game.performed == [Wait()]


def test_click_on_a_message_or_the_header_opens_its_screen() -> None:
    stack = playing(FakeGame(lines=(line("You see a door."),)))
    click_hint(stack, "?")
    assert isinstance(top(stack), Pages)
    press(stack, "escape")
    stack.click(*place_of(drawn(stack), "You see a door."))
    assert isinstance(top(stack), History)
    stack.click(40, 12, right=True)
    assert isinstance(top(stack), PlayScreen)
    stack.click(3, 0)  # the header, which opens the character screen
    wait(stack)
    assert isinstance(top(stack), Pages)
    assert not isinstance(top(stack), History | Why)
