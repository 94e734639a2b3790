"""A key types others: as they would be typed, until something comes between."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.input.macros import keys_in, text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.options import OptionsScreen
from bidden.frontend.theme import load_theme
from bidden.intents import Intent, Search, Wait
from bidden.view import View
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, press, text


def playing(game: FakeGame, settings: str, folder: Path) -> Stack:
    path = folder / "options.toml"
    path.write_text(settings)
    return Stack.for_game(game, load_theme(path), iter(range(10_000)).__next__)


def test_a_macro_types_letters_or_named_keys(tmp_path: Path) -> None:
    game = FakeGame()
    stack = playing(
        game, '[macros]\nF = ".S."\nf2 = ".<escape>S"\nf3 = ["S", "escape"]\n', tmp_path
    )
    stack.press("F")
    assert game.performed == [Wait(), Search(), Wait()]
    stack.press("f2")
    assert game.performed[3:] == [Wait(), Search()]
    stack.press("f3")
    assert game.performed[5:] == [Search()]


def test_keys_with_ctrl_type_are_typed_and_are_bound(tmp_path: Path) -> None:
    settings = '[keys.play]\nsearch = ["ctrl_f"]\n[macros]\nctrl_a = "<ctrl_f>."\n'
    game = FakeGame()
    stack = playing(game, settings, tmp_path)
    stack.press("ctrl_a")
    assert game.performed == [Search(), Wait()]
    press(stack, "=", "/", *"ctrl+a", "enter")
    assert any(row.split()[1:] == ["Ctrl+a", "Ctrl+f", "."] for row in lines_of(stack))
    press(stack, "escape", "ctrl_g")
    assert "Ctrl+g does nothing here; ? lists all keys." in text(stack)
    with pytest.raises(ContentError, match="'ctrl_c' is no key"):
        playing(game, '[keys.play]\nsearch = ["ctrl_c"]\n', tmp_path)


def test_what_a_macro_types_is_no_macro_itself(tmp_path: Path) -> None:
    game = FakeGame()
    stack = playing(game, '[macros]\nS = ".S"\n', tmp_path)
    stack.press("S")
    assert game.performed == [Wait(), Search()]


def test_where_something_is_asked_the_key_is_itself(tmp_path: Path) -> None:
    game = FakeGame()
    stack = playing(game, '[macros]\nx = "."\n', tmp_path)
    press(stack, "/", "x")
    assert lines_of(stack)[0] == " Find and go to: x_"
    assert game.performed == []


def test_it_answers_no_question_that_wants_a_yes(tmp_path: Path) -> None:
    stack = playing(FakeGame(), '[macros]\nF = "Qy"\n', tmp_path)
    stack.press("F")
    assert (stack.over, stack.ticks) == (False, False)
    assert "Quit this game?" in text(stack)


def test_it_ends_as_a_foe_comes_into_view(tmp_path: Path) -> None:
    class Ambush(FakeGame):
        def view(self) -> View:
            view = super().view()
            foes = ((view.here[0] + 2, view.here[1]),) if len(self.performed) >= 2 else ()
            return attrs.evolve(view, foes_at=foes)

    game = Ambush()
    stack = playing(game, '[macros]\nF = "...S."\n', tmp_path)
    stack.press("F")
    lines_of(stack)
    assert (game.performed, stack.ticks) == ([Wait(), Wait()], False)


def test_it_waits_for_what_goes_on_and_any_key_ends_it(tmp_path: Path) -> None:
    def played(*more: str) -> list[Intent]:
        game = FakeGame()
        stack = playing(game, '[macros]\nF = ["#", "3", "s", "S"]\n', tmp_path)
        stack.press("F")
        for key in more:
            stack.press(key)
        while stack.ticks:
            stack.tick()
        return game.performed

    assert played() == [Wait(), Wait(), Wait(), Search()]
    assert played("escape")[-1] == Wait()


def test_macros_are_listed_and_taken_away_with_their_comments_left(tmp_path: Path) -> None:
    stack = playing(FakeGame(), '# mine\n[macros]\nf3 = ["_", ">", "enter"]\n', tmp_path)
    press(stack, "=", "/", *"f3", "enter")
    row = next(one for one in lines_of(stack) if "_ > Enter" in one)
    assert row.split() == [">", "F3", "_", ">", "Enter"]
    press(stack, "backspace")
    assert isinstance(stack.screens[-1], OptionsScreen)
    assert "F3" not in text(stack)
    assert (tmp_path / "options.toml").read_text() == "# mine\n[macros]\n"


def mark(stack: Stack, words: str) -> None:
    """Mark a line of the options."""
    press(stack, "home")
    while not any(one.startswith(" >") and words in one for one in lines_of(stack)):
        press(stack, "down")


def test_one_is_made_and_changed_in_the_game(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "# mine\n", tmp_path)
    press(stack, "=")
    mark(stack, "One more")
    press(stack, "enter", "f4", *"_><enter>", "enter")
    assert (tmp_path / "options.toml").read_text() == '# mine\n\n[macros]\nf4 = "_><enter>"\n'
    mark(stack, "_ > Enter")
    press(stack, "enter", *["backspace"] * 7, *"o", "space", "enter")
    assert stack.screens[0].theme.macros == {"f4": ("_", ">", "o", "space")}


@pytest.mark.parametrize(
    "keys",
    [("a", "<", "enter", ">"), ("space", "<", "x", ">", "f12"), ("<", "e", "n", ">", "enter")],
)
def test_the_text_of_keys_is_read_as_these_keys(keys: tuple[str, ...]) -> None:
    assert tuple(keys_in(text_of(keys))) == keys


@pytest.mark.parametrize(
    ("macros", "reason"),
    [
        ('hey = "."', "macros.hey: 'hey' is no key"),
        ('F = ""', "macros.F: types 0 keys, not 1 to 50"),
        ('F = "zaf<entre>"', "macros.F: '<entre>' is no key"),
        ('F = ["return"]', "macros.F: 'return' is no key"),
        ('F = "\\n"', "macros.F: '\\n' is no key"),
        (f'F = "{"." * 51}"', "macros.F: types 51 keys, not 1 to 50"),
        ("F = 1", "macros.F: Expected `str | array`, got `int`"),
    ],
)
def test_a_macro_that_is_none_is_told_in_a_line(macros: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.write_text(f"[macros]\n{macros}\n")
    with pytest.raises(ContentError) as told:
        load_theme(path)
    assert str(told.value) == f"{path}: {reason}"


def test_the_keys_that_are_pressed_become_a_macro_that_works_at_once_and_is_kept(
    tmp_path: Path,
) -> None:
    game = FakeGame()
    stack = playing(game, "# mine\n", tmp_path)
    press(stack, "$", ".", "c", "escape", "S")
    assert lines_of(stack)[-1] == " Your keys become a macro: 4 of 50. $ ends it."
    press(stack, "$")
    assert "Which key is to type . c Esc S?" in text(stack)
    press(stack, "f5")
    assert "F5 types . c Esc S from now on." in text(stack)
    assert (tmp_path / "options.toml").read_text() == '# mine\n\n[macros]\nf5 = ".c<escape>S"\n'
    game.performed.clear()
    press(stack, "f5")
    assert game.performed == [Wait(), Search()]


def test_of_a_macro_what_it_types_is_recorded(tmp_path: Path) -> None:
    stack = playing(FakeGame(), '[macros]\nF = ".S"\n', tmp_path)
    press(stack, "$", "F", ".", "$", "f2")
    assert stack.screens[0].theme.macros["f2"] == (".", "S", ".")


def test_what_ends_it_by_the_list_of_commands_is_not_recorded(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "", tmp_path)
    press(stack, "$", ".")
    x, y = stack.screens[0].layout.cell_of(stack.view.here)
    stack.click(x, y, right=True)
    while not any(one.startswith(" >") and "macro" in one for one in lines_of(stack)):
        press(stack, "up")
    press(stack, "enter")
    assert "Which key is to type .?" in text(stack)


def test_without_a_key_there_is_no_macro(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "", tmp_path)
    press(stack, "$", "$")
    assert "No key was pressed: there is no macro." in text(stack)
    press(stack, ".")
    assert "become a macro" not in text(stack)


def test_escape_throws_it_away(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "# mine\n", tmp_path)
    press(stack, "$", ".", "$", "escape")
    assert stack.screens[0].theme.macros == {}
    assert (tmp_path / "options.toml").read_text() == "# mine\n"


def test_what_the_key_does_already_is_told_before_it_is_lost(tmp_path: Path) -> None:
    stack = playing(FakeGame(), '[macros]\nf2 = "S"\n', tmp_path)
    press(stack, "$", ".", "$", "o")
    assert "It would no longer do this: explore" in text(stack)
    press(stack, "n")
    assert "o" not in stack.screens[0].theme.macros
    press(stack, "$", ".", "$", "f2")
    assert "It types S now." in text(stack)
    press(stack, "y")
    assert stack.screens[0].theme.macros == {"f2": (".",)}
    press(stack, "$", ".", "$", "$")
    assert "$ ends a macro, and can be none itself" in text(stack)


def test_one_that_is_full_ends_by_itself(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "", tmp_path)
    press(stack, "$", *["."] * 50)
    assert "Which key is to type . ." in text(stack)
    press(stack, "f2")
    assert stack.screens[0].theme.macros == {"f2": (".",) * 50}


def test_going_back_forgets_what_was_recorded(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "", tmp_path)
    press(stack, "$", ".", ".", "=", "b")
    assert "How many turns" in text(stack) or "back" in text(stack)
    press(stack, "1", "enter")
    while stack.ticks:
        lines_of(stack)
        stack.tick()
    assert "Back 1 turns." in text(stack)
    assert "become a macro" not in text(stack)
