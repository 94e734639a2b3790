"""The line that is typed: a caret in it, and as much of it shown as there is room for."""

from __future__ import annotations

import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.forms.line import Line
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, press


def typing(now: str, answers: list[str], most: int = 200) -> Stack:
    stack = playing(FakeGame())

    def then(typed: str) -> tuple[()]:
        answers.append(typed)
        return ()

    stack.screens.append(TextPrompt(stack.theme, "Names:", now, then, most=most))
    return stack


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        ("left left X", "bXat"),
        ("home X right Y", "XbYat"),
        ("home left X end right Y", "XbatY"),
        ("left backspace", "bt"),
        ("home backspace", "bat"),
        ("home delete", "at"),
        ("left delete", "ba"),
        ("delete", "ba"),
        ("delete delete delete delete backspace", ""),
    ],
)
def test_characters_come_and_go_at_the_caret(keys: str, typed: str) -> None:
    answers: list[str] = []
    press(typing("bat", answers), *keys.split(), "enter")
    assert answers == [typed]


def test_the_caret_is_shown_in_the_text_and_is_looked_at() -> None:
    stack = typing("bat", [])
    press(stack, "left", "left")
    console = new_console()
    stack.draw(console)
    x, y = stack.focus
    ink = stack.theme.palette.prompt
    assert chr(console.rgb["ch"][y, x]) == "a"
    assert tuple(console.rgb["fg"][y, x].tolist()) == ink.bg
    assert tuple(console.rgb["bg"][y, x].tolist()) == ink.fg
    assert tuple(console.rgb["bg"][y, x + 1].tolist()) == ink.bg
    press(stack, "end")
    stack.draw(console)
    assert chr(console.rgb["ch"][y, stack.focus[0]]) == "_"


def test_two_hundred_characters_are_typed_and_shown_about_the_caret() -> None:
    long = "".join(chr(ord("a") + number % 26) for number in range(198))
    answers: list[str] = []
    stack = typing(long, answers)
    press(stack, "X", "Y", "Z")
    rows = lines_of(stack)
    assert rows[-2].endswith("XY_")
    assert "No more than 200 characters." in rows[-1]
    press(stack, "home")
    assert lines_of(stack)[-2].startswith(" abcdef")
    assert max(map(len, lines_of(stack))) <= 80
    press(stack, "delete", "Z", "enter")
    assert answers == [f"Z{long[1:]}XY"]


@pytest.mark.parametrize(
    ("caret", "shown", "at"),
    [(0, "abcd", 0), (1, "abcd", 1), (4, "cdef", 2), (7, "efg_", 3), (6, "efg_", 2)],
)
def test_a_window_on_the_line_holds_the_caret(caret: int, shown: str, at: int) -> None:
    line = Line("abcdefg")
    line.caret = caret
    assert line.within(4) == (shown, at)
