"""The input line has a caret, and shows as much of the text as fits."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.forms.typed import Line, TextPrompt
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import drawn, ink, lines_of, playing, press


def typing(now: str, answers: list[str], most: int = 200) -> Stack:
    stack = playing(FakeGame())

    def then(typed: str) -> tuple[()]:
        answers.append(typed)
        return ()

    stack.screens.append(TextPrompt(stack.theme, "Names:", then, now=now, most=most))
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


def test_caret_is_drawn_in_reverse_and_has_the_focus() -> None:
    stack = typing("bat", [])
    press(stack, "left", "left")
    console, prompt = drawn(stack), stack.theme.palette.prompt
    x, y = stack.focus
    assert chr(console.rgb["ch"][y, x]) == "a"
    assert (ink(console, x, y), ink(console, x, y, "bg")) == (prompt.bg, prompt.fg)
    assert ink(console, x + 1, y, "bg") == prompt.bg
    press(stack, "end")
    console = drawn(stack)
    assert chr(console.rgb["ch"][y, stack.focus[0]]) == "_"


def test_long_line_is_shown_around_the_caret(snapshot: SnapshotAssertion) -> None:
    long = "".join(chr(ord("a") + number % 26) for number in range(198))
    answers: list[str] = []
    stack = typing(long, answers)
    press(stack, "X", "Y", "Z")
    assert lines_of(stack)[-2].endswith("XY_")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "home")
    assert lines_of(stack)[-2].startswith(" abcdef")
    assert max(map(len, lines_of(stack))) <= 80
    press(stack, "delete", "Z", "enter")
    assert answers == [f"Z{long[1:]}XY"]


@pytest.mark.parametrize(
    ("caret", "shown", "at"),
    [(0, "abcd", 0), (1, "abcd", 1), (4, "cdef", 2), (7, "efg_", 3), (6, "efg_", 2)],
)
def test_window_on_the_line_holds_the_caret(caret: int, shown: str, at: int) -> None:
    line = Line("abcdefg")
    line.caret = caret
    assert line.within(4) == (shown, at)
