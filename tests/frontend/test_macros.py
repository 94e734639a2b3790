"""Macros: a key types others, as they would be typed, until something comes between."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError
from bidden.frontend.input.macros import keys_in, text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.options import OptionsScreen
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.key import KeyPrompt
from bidden.frontend.theme import load_theme
from bidden.intents import Intent, Search, Wait
from bidden.view import View
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import boxed, drawn, lines_of, marked, press, said, settle, top


def playing(game: FakeGame, settings: str, folder: Path) -> Stack:
    path = folder / "options.toml"
    path.write_text(settings)
    return Stack.for_game(game, load_theme(path), iter(range(10_000)).__next__)


def written(folder: Path) -> str:
    return (folder / "options.toml").read_text()


def macros(stack: Stack) -> dict[str, tuple[str, ...]]:
    return {**stack.screens[0].theme.macros}


def test_macro_types_letters_and_named_keys(tmp_path: Path) -> None:
    game = FakeGame()
    settings = '[macros]\nF = ".S."\nf2 = ".<escape>S"\nf3 = ["S", "escape"]\n'
    stack = playing(game, settings, tmp_path)
    stack.press("F")
    assert game.performed == [Wait(), Search(), Wait()]
    stack.press("f2")
    assert game.performed[3:] == [Wait(), Search()]
    stack.press("f3")
    assert game.performed[5:] == [Search()]


def test_macro_answers_no_question(tmp_path: Path) -> None:
    stack = playing(FakeGame(), '[macros]\nF = "Qy"\n', tmp_path)
    stack.press("F")
    assert (stack.over, stack.ticks) == (False, False)
    assert isinstance(top(stack), Confirm)


def test_macro_ends_as_a_foe_comes_into_view(tmp_path: Path) -> None:
    class Ambush(FakeGame):
        def view(self) -> View:
            view = super().view()
            foes = ((view.here[0] + 2, view.here[1]),) if len(self.performed) >= 2 else ()
            return attrs.evolve(view, foes_at=foes)

    game = Ambush()
    stack = playing(game, '[macros]\nF = "...S."\n', tmp_path)
    stack.press("F")
    drawn(stack)
    assert (game.performed, stack.ticks) == ([Wait(), Wait()], False)


def test_macro_waits_for_multi_turn_commands_and_any_key_ends_it(tmp_path: Path) -> None:
    def played(*more: str) -> list[Intent]:
        game = FakeGame()
        stack = playing(game, '[macros]\nF = ["#", "3", "s", "S"]\n', tmp_path)
        for key in ("F", *more):
            stack.press(key)
        settle(stack)
        return game.performed

    assert played() == [Wait(), Wait(), Wait(), Search()]
    assert played("escape")[-1] == Wait()


def test_macros_are_listed_and_removed_with_their_comments_left(tmp_path: Path) -> None:
    stack = playing(FakeGame(), '# mine\n[macros]\nf3 = ["_", ">", "enter"]\n', tmp_path)
    press(stack, "=", "/", *"f3", "enter")
    assert marked(stack).split() == ["F3", "_", ">", "Enter"]
    press(stack, "backspace")
    assert isinstance(top(stack), OptionsScreen)
    assert macros(stack) == {}
    assert written(tmp_path) == "# mine\n[macros]\n"


def test_macro_is_made_and_changed_in_the_options(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "# mine\n", tmp_path)
    press(stack, "=", "/", *"<enter>", "enter")  # which the line to add one explains
    press(stack, "enter", "f4", *"_><enter>", "enter")
    assert written(tmp_path) == '# mine\n\n[macros]\nf4 = "_><enter>"\n'
    press(stack, "/", *"f4", "enter")
    press(stack, "enter", *["backspace"] * 7, *"o", "space", "enter")
    assert macros(stack) == {"f4": ("_", ">", "o", "space")}


@pytest.mark.parametrize(
    "keys",
    [("a", "<", "enter", ">"), ("space", "<", "x", ">", "f12"), ("<", "e", "n", ">", "enter")],
)
def test_text_of_keys_is_read_as_these_keys(keys: tuple[str, ...]) -> None:
    assert tuple(keys_in(text_of(keys))) == keys


@pytest.mark.parametrize(
    ("macros", "key"),
    [
        ('hey = "."', "hey"),
        ('F = ""', "F"),
        ('F = "zaf<entre>"', "F"),
        ('F = ["return"]', "F"),
        ('F = "\\n"', "F"),
        (f'F = "{"." * 51}"', "F"),
        ("F = 1", "F"),
        ("ctrl_c = 'x'", "ctrl_c"),
    ],
)
def test_invalid_macro_is_refused(
    macros: str, key: str, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ContentError) as caught:
        playing(FakeGame(), f"[macros]\n{macros}\n", tmp_path)
    assert caught.value.key == f"macros.{key}"
    assert caught.value.reason == snapshot


def test_recorded_keys_become_a_macro_that_works_at_once_and_is_kept(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    game = FakeGame()
    stack = playing(game, "# mine\n", tmp_path)
    press(stack, "$", ".", "c", "escape", "S")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "$")
    assert boxed(stack) == snapshot
    press(stack, "f5")
    assert said(stack) == snapshot
    assert written(tmp_path) == '# mine\n\n[macros]\nf5 = ".c<escape>S"\n'
    game.performed.clear()
    press(stack, "f5")
    assert game.performed == [Wait(), Search()]


def test_key_that_does_something_already_is_asked_about(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    stack = playing(FakeGame(), '[macros]\nf2 = "S"\n', tmp_path)
    press(stack, "$", ".", "$", "o")
    assert boxed(stack) == snapshot
    press(stack, "n")
    assert "o" not in macros(stack)
    press(stack, "$", ".", "$", "f2")
    assert boxed(stack) == snapshot
    press(stack, "y")
    assert macros(stack) == {"f2": (".",)}
    press(stack, "$", ".", "$", "$")  # the key that ends a recording
    assert macros(stack) == {"f2": (".",)}
    assert said(stack) == snapshot


def test_full_recording_ends_by_itself(tmp_path: Path) -> None:
    stack = playing(FakeGame(), "", tmp_path)
    press(stack, "$", *["."] * 50)
    assert isinstance(top(stack), KeyPrompt)
    press(stack, "f2")
    assert macros(stack) == {"f2": (".",) * 50}
