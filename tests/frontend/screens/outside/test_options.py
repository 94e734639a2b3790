"""Options change at once and are saved, and every action can get other keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.option_table import all_options
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.forms.confirm import KeyPrompt
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from bidden.frontend.theme import load_theme
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import (
    Clock,
    lines_of,
    marked,
    menu,
    playing,
    press,
    said,
    stack_for,
    text,
    top,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "options.toml"


@pytest.fixture
def game() -> FakeGame:
    return FakeGame()


@pytest.fixture
def stack(game: FakeGame, path: Path) -> Stack:
    return stack_for(game, load_theme(path))


def go_to(stack: Stack, name: str) -> None:
    """Open the options, and mark the line of an option, by its name in the file."""
    press(stack, "=", "/", *name, "enter")
    screen = menu(stack)
    assert name in screen.choices[screen.marked].about


def options(stack: Stack) -> Options:
    return top(stack).theme.options


def test_every_option_has_a_title_and_a_description() -> None:
    assert {one.name for one in all_options()} == {*Options.__struct_fields__}
    assert all(one.title and one.about.endswith(".") for one in all_options())


def test_option_is_changed_at_once_for_every_screen_and_kept(stack: Stack, path: Path) -> None:
    go_to(stack, "side_bar")
    press(stack, "enter")
    assert [screen.theme.options.side_bar for screen in stack.screens] == ["left", "left"]
    assert marked(stack).endswith("  left")
    assert load_theme(path).options.side_bar == "left"
    press(stack, "backspace")
    assert load_theme(path).options.side_bar == options(stack).side_bar == "right"


def test_options_screen(snapshot: SnapshotAssertion) -> None:
    stack = playing(FakeGame())
    press(stack, "=")
    assert text(stack) == snapshot


def test_options_without_effect_are_listed_and_can_be_deleted(
    path: Path, snapshot: SnapshotAssertion
) -> None:
    path.parent.mkdir()
    path.write_text("# mine\ndoors = 'ask'\nmouse = 'off'\none_door = 'ask'\n")
    stack = stack_for(FakeGame(), load_theme(path))
    press(stack, "=", "/", *"no longer", "enter")
    assert [line for line in lines_of(stack) if "one_door" in line] == snapshot
    press(stack, "backspace")
    assert path.read_text() == "# mine\nmouse = 'off'\n"
    assert "one_door" not in text(stack)


def test_kinds_to_take_up_are_chosen_one_by_one(stack: Stack, path: Path) -> None:
    go_to(stack, "pick_up")
    press(stack, "enter", "enter", "end", "enter")
    kinds = ("potions", "scrolls", "food", "books", "shards", "gear")
    assert load_theme(path).options.pick_up == kinds
    assert [choice.text for choice in menu(stack).choices[:2]] == ["[ ] missiles", "[x] potions"]
    press(stack, "escape")
    assert marked(stack).endswith(", ".join(kinds))


@pytest.mark.parametrize(
    ("keys", "line"),
    [("up", "gear"), ("up down", "missiles"), ("page_up", "missiles"), ("page_down", "gear")],
)
def test_arrows_wrap_around_a_list_and_pages_do_not(stack: Stack, keys: str, line: str) -> None:
    go_to(stack, "pick_up")
    press(stack, "enter")
    lines_of(stack)  # it sets the length of a page
    press(stack, *keys.split())
    assert marked(stack).endswith(line)
    menu(stack).wheel(-9, stack.view)
    assert menu(stack).marked == 0


def test_number_is_typed_and_an_invalid_one_refused(
    stack: Stack, snapshot: SnapshotAssertion
) -> None:
    go_to(stack, "hurt_below")
    press(stack, "enter", "3", "0", "enter")
    assert options(stack).hurt_below == 30
    press(stack, "enter", "1", "0", "1", "enter")
    assert options(stack).hurt_below == 30
    assert menu(stack).notice == snapshot


def test_new_key_binding_works_at_once_and_is_saved(
    stack: Stack, game: FakeGame, path: Path
) -> None:
    go_to(stack, "keys.play.wait")
    press(stack, "enter", "v")
    assert marked(stack).startswith(". s 5 v ")
    press(stack, "escape", "v")
    assert len(game.performed) == 1
    assert load_theme(path).keymap.action("v", Context.PLAY) is Command.WAIT


def test_key_that_is_bound_already_is_refused(
    stack: Stack, path: Path, snapshot: SnapshotAssertion
) -> None:
    go_to(stack, "keys.play.close")
    press(stack, "enter", "q")
    assert menu(stack).notice == snapshot
    assert not path.exists()


def test_held_key_that_opens_the_key_prompt_does_not_answer_it(path: Path) -> None:
    clock = Clock()
    stack = stack_for(FakeGame(), load_theme(path), clock)
    go_to(stack, "keys.play.close")
    press(stack, "enter")
    for clock.now in (0.5, 0.53, 0.56):
        press(stack, "enter")
    assert isinstance(top(stack), KeyPrompt)
    assert not path.exists()
    clock.now = 2.0
    press(stack, "enter")
    assert load_theme(path).keymap.action("enter", Context.PLAY) is Command.CLOSE


def test_option_that_cannot_be_saved_keeps_its_old_value(
    stack: Stack, path: Path, snapshot: SnapshotAssertion
) -> None:
    path.parent.write_text("no folder")
    go_to(stack, "side_bar")
    press(stack, "enter")
    assert menu(stack).notice == snapshot
    assert options(stack).side_bar == "right"


def names(path: Path) -> tuple[str, ...]:
    return load_theme(path).options.pick_up_names


@pytest.fixture
def patterns(stack: Stack, path: Path) -> Stack:
    """Open the screen of names to pick up, of which there are three."""
    path.parent.mkdir(parents=True)
    path.write_text('# mine\npick_up_names = ["dart", "-stone", "bread"]\n')
    stack = stack_for(FakeGame(), load_theme(path))
    go_to(stack, "pick_up_names")
    press(stack, "enter")
    return stack


def test_pickup_name_patterns_can_be_edited_added_and_removed(patterns: Stack, path: Path) -> None:
    press(patterns, "down", "enter", *["backspace"] * 6, *"-a*[bc]", "enter")
    assert names(path) == ("dart", "-a*[bc]", "bread")
    press(patterns, "end", "enter", "space", *"red", "space", *"book", "space", "enter")
    assert names(path)[3:] == ("red book",)
    press(patterns, "backspace", "enter", "space", "enter")  # on the line that adds another
    assert len(names(path)) == 4
    press(patterns, "home", "backspace")
    assert names(path) == ("-a*[bc]", "bread", "red book")
    press(patterns, "enter", *["backspace"] * 7, "enter")
    assert names(path) == ("bread", "red book")
    press(patterns, "escape")
    assert marked(patterns).endswith("bread, red book")
    press(patterns, "enter", "backspace", "backspace")
    assert path.read_text() == "# mine\npick_up_names = []\n"


def test_invalid_pattern_is_refused_where_it_is_typed(
    patterns: Stack, path: Path, snapshot: SnapshotAssertion
) -> None:
    press(patterns, "end", "enter", *"/d(/", "enter")
    assert isinstance(top(patterns), TextPrompt)
    assert said(patterns).partition("/d(/_")[2] == snapshot
    assert len(names(path)) == 3
    press(patterns, "backspace", "enter")
    assert names(path)[3:] == ("/d(",)


def test_option_search_also_matches_descriptions(stack: Stack, snapshot: SnapshotAssertion) -> None:
    press(stack, "=", "/", *"xyzzy", "enter")
    assert menu(stack).notice == snapshot
    found = []
    for _ in range(2):
        press(stack, "/", *"percentage", "enter")
        found.append(menu(stack).marked)
        assert "percentage" in menu(stack).choices[found[-1]].about
    assert found[0] < found[1]
    press(stack, "/", "escape")
    assert menu(stack).marked == found[1]


def test_words_are_typed_over_the_old_and_invalid_ones_refused(stack: Stack, path: Path) -> None:
    go_to(stack, "window_size")
    press(stack, "enter", *["backspace"] * 5, *"9x9", "enter")
    assert options(stack).window_size == "80x24"
    assert menu(stack).notice.startswith("window_size: ")
    press(stack, "enter", *["backspace"] * 5, *"100x30", "enter")
    assert load_theme(path).options.window_cells == (100, 30)
