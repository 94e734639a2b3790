"""Whatever is asked, headed or noticed is whole on 80 columns: it fits, or takes a row more."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.settings import with_keys
from bidden.frontend.screens.menu import Menu
from bidden.frontend.screens.outside.options import OptionsScreen, ask_to_go_back
from bidden.frontend.screens.outside.title import ask_for_a_seed
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt
from bidden.frontend.screens.prompts.forms.key import KeyPrompt
from bidden.frontend.screens.prompts.forms.repeating import RepeatPrompt
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from bidden.frontend.screens.prompts.travelling import Destination
from bidden.frontend.screens.prompts.using.boon import BoonPrompt
from bidden.frontend.screens.prompts.using.engraving import EngravePrompt
from bidden.frontend.screens.prompts.using.naming import choose_to_inscribe, choose_to_name
from bidden.frontend.screens.prompts.using.things import choose_of_pack
from bidden.frontend.screens.screen import Push, Screen, Steps
from bidden.frontend.theme import load_theme
from bidden.intents import Close
from bidden.perception.foretold.forecast import Forecast
from bidden.recording.marking.waymarks import DIGITS, Waymarks, Waypoint
from bidden.view import CarriedBoon, Held
from tests.bidden.scenes import catalogue
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press

THEME = load_theme()

EVERY_USE = ("quaff", "eat", "read", "throw", "put on", "take off", "drop")
LONG = "a very long name of a thing that somebody thought of"
ABOUT = "What it does, in a line of many words. " * 2
HELD = Held("a", LONG, EVERY_USE, "!", "potion", about=ABOUT)
VIEW = a_view(longest_words=60, longest_name=24, longest_inscription=40, pack=(HELD,))


def nothing(*_: object) -> Steps:
    return ()


def no_boon_longer() -> BoonPrompt:
    kinds = catalogue().boons.values()
    names = [warp.name for kind in kinds for warp in (kind.ember, kind.hollow)]
    prompt = BoonPrompt(THEME, CarriedBoon("leap", "", max(names, key=len), 9, ABOUT))
    for command in (Command.NORTHEAST, Command.SOUTHWEST):
        prompt._take(command, Forecast())
    return prompt


def chosen(screen: Screen | None, *keys: str) -> Screen:
    """The screen that a choice leads to."""
    assert screen is not None
    for key in keys:
        (screen,) = [step.screen for step in screen.press(key, VIEW) if isinstance(step, Push)]
    return screen


MARKED = Waymarks(tuple(Waypoint(digit, 1, (6, 3), 0) for digit in DIGITS))

ASKED: dict[str, tuple[Callable[[], Screen], str, str]] = {
    "repeat": (lambda: RepeatPrompt(THEME, nothing), "9999", "or S to search"),
    "back": (lambda: ask_to_go_back(THEME), "9" * 9, "Esc: never mind"),
    "seed": (
        lambda: ask_for_a_seed(THEME),
        "9" * 15,
        "Enter: begin",
    ),
    "engrave": (lambda: EngravePrompt(THEME, VIEW), "w" * 60, "Esc: never mind"),
    "name": (lambda: chosen(choose_to_name(THEME, VIEW), "a"), "w" * 24, "name it"),
    "inscribe": (
        lambda: chosen(choose_to_inscribe(THEME, VIEW), "a"),
        "w" * 40,
        "inscribe it",
    ),
    "names": (
        lambda: TextPrompt(THEME, "Names, with commas:", "", nothing),
        "w" * 60,
        "so be it",
    ),
    "close": (
        lambda: DirectionPrompt(THEME, "Close the door in which direction?", Close),
        "",
        "never mind",
    ),
    "disarm": (
        lambda: DirectionPrompt(THEME, "Disarm the trap in which direction?", Close),
        "",
        "never mind",
    ),
    "boon": (no_boon_longer, "", "Esc: never mind"),
    "travel": (
        lambda: Destination(THEME, VIEW, lambda view, to: (), Waymarks(), nothing),
        "",
        "never mind",
    ),
    "waypoints": (
        lambda: Destination(THEME, VIEW, lambda view, to: (), MARKED, nothing),
        "",
        "w: waypoint 1234567890",
    ),
    "thing": (
        lambda: chosen(choose_of_pack(THEME, VIEW), "a"),
        "",
        "Esc: never mind",
    ),
    "sure": (
        lambda: Confirm(THEME, "You would die of it. Do it all the same?", f"{LONG}; " * 4, ()),
        "",
        "you would die of it. do it all the same?",
    ),
    "macro": (
        lambda: KeyPrompt(THEME, f"Which key is to type {'<enter> ' * 20}?", nothing, "F1."),
        "",
        "Esc never mind",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_prompt_is_whole_however_much_is_typed(name: str) -> None:
    make, typed, words = ASKED[name]
    stack = playing(FakeGame())
    stack.screens.append(make())
    press(stack, *typed)
    rows = lines_of(stack)
    shown = " ".join(" ".join(rows).replace("│", " ").split())
    assert words.lower() in shown.lower()
    assert "…" not in shown
    assert max(map(len, rows)) <= 80
    for word in (typed and (typed,)) or ():
        assert word in shown.replace(" ", "")


@pytest.mark.parametrize("name", ["repeat", "back", "seed", "close", "disarm", "boon", "travel"])
def test_what_is_asked_often_takes_one_row(name: str) -> None:
    make, typed, _ = ASKED[name]
    stack = playing(FakeGame())
    stack.screens.append(make())
    press(stack, *typed)
    assert lines_of(stack)[-1].endswith("never mind)" if name != "travel" else "never mind")


def test_every_question_for_a_key_is_whole() -> None:
    for section in THEME.keymap.sections.values():
        for binding in section.actions.values():
            stack = playing(FakeGame())
            stack.screens.append(KeyPrompt(THEME, f"Press a key for: {binding.does}", nothing))
            assert binding.does in " ".join(" ".join(lines_of(stack)).replace("│", " ").split())


def test_every_line_of_the_options_is_whole_and_what_is_told_of_it() -> None:
    screen = OptionsScreen(THEME, playing=True)
    for number, choice in enumerate(screen.choices):
        assert len(choice.text) <= 74, choice.text
        assert "…" not in told_by(screen, number, "")


def test_why_a_key_cannot_be_bound_is_told_whole() -> None:
    screen = OptionsScreen(THEME)
    for problem in refusals():
        shown = told_by(screen, 1, problem)
        assert problem in " ".join(shown.split()), problem


def refusals() -> Iterator[str]:
    """Why each key of the game cannot be had by another action."""
    for action, binding in THEME.keymap.sections[Context.PLAY].actions.items():
        other = Command.WAIT if action is not Command.WAIT else Command.SEARCH
        for key in binding.keys:
            try:
                THEME.changed(with_keys(Context.PLAY, other, [key]))
            except ContentError as error:
                yield error.reason


def told_by(screen: Menu, number: int, notice: str) -> str:
    screen.marked, screen.notice = number, notice
    stack = playing(FakeGame())
    stack.screens.append(screen)
    return "\n".join(lines_of(stack))


def test_what_play_says_in_a_line_is_whole() -> None:
    stack = playing(FakeGame())
    for key in map(chr, range(33, 127)):
        if stack.theme.keymap.action(key, Context.PLAY, Context.DIRECTIONS) is None:
            press(stack, key)
            assert any("does nothing here" in row for row in lines_of(stack))
            assert not any("…" in row for row in lines_of(stack)[21:])


def test_the_rows_of_help_and_of_titles_are_whole() -> None:
    for section in THEME.keymap.sections.values():
        assert len(f"Keys: {section.title}") <= 78, section.title
