"""Prompts, headings and notices fit on 80 columns, or take another row."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bidden.content.mods import RUN
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.options import OptionsScreen, ask_to_go_back
from bidden.frontend.screens.outside.title import ask_for_a_seed
from bidden.frontend.screens.prompts.choices import ask_to_engrave, choose_to_name
from bidden.frontend.screens.prompts.forms.confirm import Confirm, KeyPrompt
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt, RepeatPrompt
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from bidden.frontend.screens.prompts.travelling import Destination
from bidden.frontend.screens.prompts.using.things import choose_of_pack
from bidden.frontend.screens.screen import Push, Screen, Steps
from bidden.frontend.theme import load_theme
from bidden.intents import Close
from bidden.view import CarriedBoon, Held
from tests.bidden.scenes import catalogue
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press, words

THEME = load_theme()
LONG = "a very long name of a thing that somebody thought of"
ABOUT = "What it does, in a line of many words. " * 2
USES = ("quaff", "eat", "read", "throw", "put on", "take off", "drop")
VIEW = a_view(
    longest_words=60,
    longest_name=24,
    pack=(Held("a", LONG, USES, "!", "potion", about=ABOUT),),
)


def nothing(*_: object) -> Steps:
    return ()


def chosen(screen: Screen | None) -> Screen:
    """Return the screen that opens when the first thing is chosen."""
    assert screen is not None
    (pushed,) = [step.screen for step in screen.press("a", VIEW) if isinstance(step, Push)]
    return pushed


ASKED: dict[str, tuple[Callable[[], Screen], str]] = {
    "repeat": (lambda: RepeatPrompt(THEME, nothing), "9999"),
    "back": (lambda: ask_to_go_back(THEME), "9" * 9),
    "seed": (lambda: ask_for_a_seed(THEME, nothing), "9" * 15),
    "engrave": (lambda: ask_to_engrave(THEME, VIEW), "w" * 60),
    "name": (lambda: chosen(choose_to_name(THEME, VIEW)), "w" * 24),
    "names": (lambda: TextPrompt(THEME, "Names, with commas:", nothing), "w" * 60),
    "close": (lambda: DirectionPrompt(THEME, "Close the door in which direction?", Close), ""),
    "travel": (lambda: Destination(THEME, VIEW, lambda view, to: (), nothing, VIEW.here), ""),
    "thing": (lambda: chosen(choose_of_pack(THEME, VIEW)), ""),
    "sure": (lambda: Confirm(THEME, "You would die of it.", f"{LONG}; " * 4, ()), ""),
    "key": (lambda: KeyPrompt(THEME, f"Which key? {'<enter> ' * 20}", nothing, "F1."), ""),
}
CANCEL = {"escape", "n"}
"""Keys of which at least one stands at the end of a prompt."""


def asking(name: str) -> Stack:
    make, typed = ASKED[name]
    stack = playing(FakeGame())
    stack.screens.append(make())
    press(stack, *typed)
    return stack


@pytest.mark.parametrize("name", ASKED)
def test_prompt_is_never_truncated_by_long_input(name: str) -> None:
    stack = asking(name)
    rows = lines_of(stack)
    assert max(map(len, rows)) <= 80
    assert "…" not in "".join(rows)
    assert ASKED[name][1] in words(stack).replace(" ", "")
    assert CANCEL & {button.key for button in stack.screens[-1].buttons}


@pytest.mark.parametrize("name", ["repeat", "seed", "close", "travel"])
def test_frequent_prompt_takes_one_row(name: str) -> None:
    stack = asking(name)
    lines_of(stack)
    assert {button.where.y for button in stack.screens[-1].buttons} == {23}


def test_prompt_of_the_longest_boon_takes_one_row() -> None:
    names = [warp.name for kind in catalogue().boons.values() for warp in (kind.ember, kind.hollow)]
    boon = CarriedBoon("leap", "", max(names, key=len), 9, ABOUT)
    stack = playing(FakeGame(boons=(boon,)))
    press(stack, "x")
    last = lines_of(stack)[-1]
    assert boon.name in last.lower()
    assert last.endswith(")")


def test_every_option_line_and_its_description_fit_without_truncation() -> None:
    screen = OptionsScreen(THEME, playing=True)
    for number, choice in enumerate(screen.choices):
        screen.marked = number
        assert len(choice.text) <= 74, choice.text
        console = new_console()
        screen.draw(console, VIEW)
        assert choice.about in " ".join(text_of(console).split())


def test_every_line_of_the_practice_list_fits_without_truncation() -> None:
    for name, kind in catalogue().levels.items():
        assert len(f"{name:<12}{kind.teaches or kind.hint}") <= 74 or name in (RUN, "first"), name
