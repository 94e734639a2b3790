"""Options: each is changed at once and kept, and every action can be given other keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.option_table import all_options
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from tests.frontend.fakes import FakeGame
from tests.frontend.running.test_input_guard import Clock
from tests.frontend.screen import lines_of, playing, press, text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "options.toml"


@pytest.fixture
def game() -> FakeGame:
    return FakeGame()


@pytest.fixture
def stack(game: FakeGame, path: Path) -> Stack:
    return Stack.for_game(game, load_theme(path))


def mark(stack: Stack, wanted: str) -> None:
    """Move the mark down to a line."""
    for _ in range(300):
        if any(row.startswith(" >") and wanted in row for row in lines_of(stack)):
            return
        press(stack, "down")
    raise AssertionError(f"{wanted!r} is no line of\n{text(stack)}")


def options(stack: Stack) -> Options:
    return stack.screens[-1].theme.options


def test_every_option_has_a_name_and_is_told_of() -> None:
    assert {one.name for one in all_options()} == {*Options.__struct_fields__}
    assert all(one.title and one.about.endswith(".") for one in all_options())


def test_an_option_is_changed_at_once_for_every_screen_and_kept(stack: Stack, path: Path) -> None:
    press(stack, "=")
    mark(stack, "Shut doors")
    press(stack, "enter")
    assert [screen.theme.options.doors for screen in stack.screens] == ["ask", "ask"]
    assert any(row.startswith(" >") and row.endswith("  ask") for row in lines_of(stack))
    assert load_theme(path).options.doors == "ask"
    press(stack, "backspace")
    assert load_theme(path).options.doors == options(stack).doors == "open"


def test_what_is_taken_up_by_itself_is_chosen_kind_by_kind(stack: Stack, path: Path) -> None:
    press(stack, "=")
    mark(stack, "Take up by itself")
    press(stack, "enter")
    assert "[x] missiles" in text(stack)
    press(stack, "enter", "end", "enter")
    assert "[ ] missiles" in text(stack)
    kinds = ("potions", "scrolls", "food", "books", "shards", "gear")
    assert load_theme(path).options.pick_up == kinds
    press(stack, "escape")
    assert "potions, scrolls, food, books, shards, gear" in text(stack)


@pytest.mark.parametrize(("keys", "marked"), [("up", "gear"), ("up down", "missiles")])
def test_before_the_first_line_of_a_list_comes_the_last(
    stack: Stack, keys: str, marked: str
) -> None:
    press(stack, "=")
    mark(stack, "Take up by itself")
    press(stack, "enter", *keys.split())
    assert any(row.startswith(" >") and marked in row for row in lines_of(stack))


def test_headings_are_passed_over_from_one_end_of_a_list_to_the_other(stack: Stack) -> None:
    press(stack, "=", "up")
    last = next(row for row in lines_of(stack) if row.startswith(" >"))
    press(stack, "down")
    assert "Go back some turns" in next(row for row in lines_of(stack) if row.startswith(" >"))
    press(stack, "end")
    assert last in lines_of(stack)


def test_pages_and_the_wheel_lead_no_further_than_to_the_ends(stack: Stack) -> None:
    press(stack, "=")
    mark(stack, "Take up by itself")
    press(stack, "enter", "page_up")
    screen = stack.screens[-1]
    screen.wheel(-1, stack.view)
    assert any(row.startswith(" >") and "missiles" in row for row in lines_of(stack))
    screen.wheel(9, stack.view)
    press(stack, "page_down")
    assert any(row.startswith(" >") and "gear" in row for row in lines_of(stack))


def test_a_number_is_typed_and_one_that_fits_not_is_told(stack: Stack) -> None:
    press(stack, "=")
    mark(stack, "Stop when hurt below")
    press(stack, "enter", "3", "0", "enter")
    assert options(stack).stop_below == 30
    press(stack, "enter", "1", "0", "1", "enter")
    assert options(stack).stop_below == 30
    assert "0 to 100" in text(stack)


def test_an_action_is_given_a_key_that_works_at_once_and_is_kept(
    stack: Stack, game: FakeGame, path: Path
) -> None:
    press(stack, "=")
    mark(stack, "wait a turn")
    press(stack, "enter", "v")
    assert any(row.startswith(" >   . s 5 v ") for row in lines_of(stack))
    press(stack, "escape", "v")
    assert len(game.performed) == 1
    assert load_theme(path).keymap.action("v", Context.PLAY) is Command.WAIT


def test_a_key_an_action_has_already_is_taken_away_but_not_its_last(stack: Stack) -> None:
    press(stack, "=")
    mark(stack, "close a door")
    press(stack, "enter", "v", "enter", "c")
    assert stack.screens[-1].theme.keymap.action("c", Context.PLAY) is None
    press(stack, "enter", "v")
    assert "needs at least one key" in text(stack)
    assert stack.screens[-1].theme.keymap.action("v", Context.PLAY) is Command.CLOSE


def test_a_key_that_does_something_else_already_is_told_and_not_bound(
    stack: Stack, path: Path
) -> None:
    press(stack, "=")
    mark(stack, "close a door")
    press(stack, "enter", "q")
    assert "'q' is bound already, by play.quaff: quaff a potion" in text(stack)
    assert not path.exists()


def test_the_key_that_asks_for_one_is_no_answer_while_it_is_held(path: Path) -> None:
    clock = Clock()
    stack = Stack.for_game(FakeGame(), load_theme(path), clock)
    press(stack, "=")
    mark(stack, "close a door")
    press(stack, "enter")
    for clock.now in (0.5, 0.53, 0.56):
        press(stack, "enter")
    assert "Press a key for" in text(stack)
    assert not path.exists()
    clock.now = 2.0
    press(stack, "enter")
    assert load_theme(path).keymap.action("enter", Context.PLAY) is Command.CLOSE


def test_escape_binds_nothing(stack: Stack, path: Path) -> None:
    press(stack, "=")
    mark(stack, "close a door")
    press(stack, "enter", "escape")
    assert "Press a key" not in text(stack)
    assert not path.exists()


def test_where_nothing_can_be_kept_it_is_told_and_nothing_is_changed(
    stack: Stack, path: Path
) -> None:
    path.parent.write_text("no folder")
    press(stack, "=")
    mark(stack, "Shut doors")
    press(stack, "enter")
    assert "cannot be read" in text(stack)
    assert options(stack).doors == "open"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ('[keys.play]\nwait = ["q"]', "keys.play.wait: 'q' is bound already, by play.quaff: quaff"),
        ("door = 1", "door: there is no such option; did you mean doors or one_door?"),
        (f'mute = ["/{"long" * 60}(/"]', "write it with * | ^ $ and ! instead"),
        (f'mute = ["/{"long" * 60}(/"]', "mute: '/longlong"),
    ],
)
def test_what_does_not_fit_in_a_file_that_was_changed_meanwhile_is_told_by_its_key(
    stack: Stack, path: Path, changed: str, told: str
) -> None:
    press(stack, "=")
    mark(stack, "Shut doors")
    path.parent.mkdir(parents=True)
    path.write_text(changed)
    press(stack, "enter")
    below = " ".join(" ".join(lines_of(stack)[-4:-1]).split())
    assert told in below
    assert path.read_text() == changed
    assert options(stack).doors == "open"


def test_during_a_game_one_goes_back_from_here(stack: Stack, game: FakeGame) -> None:
    press(stack, ".", ".", ".", "=", "b", "2", "enter")
    assert game.gone_back == 2
    assert "Back 2 turns." in text(stack)


def names(path: Path) -> tuple[str, ...]:
    return load_theme(path).options.pick_up_names


@pytest.fixture
def patterns(stack: Stack, path: Path) -> Stack:
    """The screen of names to take up, of which there are three."""
    path.parent.mkdir(parents=True)
    path.write_text('# mine\npick_up_names = ["dart", "-stone", "bread"]\n')
    stack = Stack.for_game(FakeGame(), load_theme(path))
    press(stack, "=")
    mark(stack, "Take up by name")
    press(stack, "enter")
    return stack


def marked(stack: Stack) -> str:
    return next(row for row in lines_of(stack) if row.startswith(" >"))[2:].strip()


def test_patterns_are_changed_added_and_taken_away_a_line_each(patterns: Stack, path: Path) -> None:
    press(patterns, "down", "enter", *["backspace"] * 6, *"-^a*b$", "enter")
    assert names(path) == ("dart", "-^a*b$", "bread")
    press(patterns, "end", "enter", "space", *"red", "space", *"book", "space", "enter")
    assert names(path)[3:] == ("red book",)
    assert marked(patterns) == "One more"
    press(patterns, "backspace", "enter", "space", "enter")
    assert len(names(path)) == 4
    press(patterns, "home", "backspace")
    assert names(path) == ("-^a*b$", "bread", "red book")
    press(patterns, "enter", *["backspace"] * 7, "enter")
    assert names(path) == ("bread", "red book")
    press(patterns, "escape")
    assert marked(patterns).endswith("bread, red book")
    press(patterns, "enter", "backspace", "backspace", "escape")
    assert marked(patterns).endswith("nothing")
    assert path.read_text() == "# mine\npick_up_names = []\n"


def test_patterns_are_moved_up_and_down_and_the_mark_with_them(patterns: Stack, path: Path) -> None:
    press(patterns, "<", ">")
    assert names(path) == ("-stone", "dart", "bread")
    assert marked(patterns) == "dart"
    press(patterns, ">", ">")
    assert names(path) == ("-stone", "bread", "dart")
    press(patterns, "<")
    assert names(path) == ("-stone", "dart", "bread")
    press(patterns, "end", "<", ">")
    assert names(path) == ("-stone", "dart", "bread")


def test_why_words_are_no_pattern_is_told_where_they_are_typed(patterns: Stack, path: Path) -> None:
    press(patterns, "end", "enter", *"/d(/", "enter")
    assert "it is a regular expression" in text(patterns)
    assert "/d(/_" in text(patterns)
    assert len(names(path)) == 3
    press(patterns, "backspace")
    assert "regular expression" not in text(patterns)
    press(patterns, "enter")
    assert names(path)[3:] == ("/d(",)


def test_a_part_of_a_name_that_is_none_is_told_with_where_it_stands(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text('pick_up_names = ["dart", ""]\n')
    with pytest.raises(ContentError, match=r"options\.toml: pick_up_names") as told:
        load_theme(path)
    assert "\n" not in str(told.value)


def test_a_line_is_searched_for_by_its_words_and_what_it_is_about(stack: Stack) -> None:
    press(stack, "=", "/", *"poison", "enter")
    assert "No line has “poison”." in text(stack)
    for words, line in (("hundredths", "Rest until"), ("hundredths", "Long rest, of a term")):
        press(stack, "/", *words, "enter")
        assert any(row.startswith(" >") and line in row for row in lines_of(stack))
    press(stack, "/", "escape")
    assert any(row.startswith(" >") and "Long rest" in row for row in lines_of(stack))


@pytest.mark.parametrize(
    ("name", "can_be"),
    [
        ("stops_for", "any of things, goals, hunger, term, effects, learning, ways, altars, locks"),
        ("doors", "open, ask"),
        ("rest_until", "1 to 100"),
        ("stop_at", "any patterns"),
        ("window_font", "any words"),
        ("keys.play.wait", ""),
    ],
)
def test_beneath_a_line_its_name_in_the_file_stands_by_which_it_is_found_too(
    stack: Stack, name: str, can_be: str
) -> None:
    press(stack, "=", "/", *name, "enter")
    below = " ".join(" ".join(lines_of(stack)[-4:-1]).split())
    assert below.endswith(f"{name}: {can_be}" if can_be else name)
    assert "…" not in below


@pytest.mark.parametrize(
    "table",
    ["palette.looks", "palette.messages", "palette.things", "palette.health", "inscribe"],
)
def test_the_last_lines_tell_what_is_had_in_the_file_alone_and_where_it_lies(
    stack: Stack, path: Path, table: str
) -> None:
    press(stack, "=", "end")
    assert marked(stack).startswith("It lies in /")
    assert str(path) in "".join(row.strip() for row in lines_of(stack)[-4:-1])
    press(stack, "up", "enter")
    assert f"{table}," in " ".join(lines_of(stack)[-4:-1])
    assert not path.exists()
    press(stack, "home", "/", *f"{table},", "enter")
    assert marked(stack).startswith("Colours, characters")


def test_where_nothing_is_kept_the_last_line_says_so() -> None:
    stack = playing(FakeGame())
    press(stack, "=", "end")
    assert marked(stack) == "Nothing is kept here"


def test_words_are_typed_over_what_there_is_and_what_fits_not_is_told(
    stack: Stack, path: Path
) -> None:
    press(stack, "=")
    mark(stack, "Size of the window")
    press(stack, "enter", *["backspace"] * 5, *"9x9", "enter")
    assert options(stack).window_size == "80x24"
    assert "window_size: '9x9' is no size from 80x24 to 200x60" in text(stack)
    press(stack, "enter", *["backspace"] * 5, *"100x30", "enter")
    assert load_theme(path).options.window_cells == (100, 30)
    mark(stack, "Font of the window")
    assert any(row.startswith(" >") and row.endswith("  none") for row in lines_of(stack))
