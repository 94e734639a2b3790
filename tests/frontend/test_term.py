"""A term that runs out is told of louder: on top of the screen, and once as a tenth is left."""

from __future__ import annotations

import attrs
import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.panels.header import draw_header
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.intents import Intent
from bidden.prose.talk import Talk
from bidden.view import Bond, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import playing, press, text

BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)
TENTH = "A tenth of your term is left: 40 turns."


class Bound(FakeGame):
    """A game in which the term has so many turns to go, and each intent takes one."""

    def __init__(self, left: int) -> None:
        super().__init__(hp=29, comes_back=(3, 0))
        self.left = left

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        self.left -= 1

    def view(self) -> View:
        return attrs.evolve(super().view(), bond=attrs.evolve(BOND, left=self.left))


@pytest.mark.parametrize(
    ("left", "turns", "percent"),
    [
        (101, "Term 101 ", "Term 25% "),
        (100, "Term 100!", "Term 25%!"),
        (41, "Term 41! ", "Term 10%!"),
        (40, "TERM 40! ", "TERM 10%!"),
        (-9, "TERM 0!  ", "TERM 0%! "),
    ],
)
def test_the_term_on_top_looks_otherwise_not_by_colour_alone(
    left: int, turns: str, percent: str
) -> None:
    view = a_view(bond=attrs.evolve(BOND, left=left))
    for options, told in ((Options(), turns), (Options(term_shown="percent"), percent)):
        console = new_console()
        draw_header(console, view, load_palette(), options=options)
        assert f"  {told}  No foe" in text_of(console)


def test_a_tenth_is_told_once_to_who_goes_by_hand() -> None:
    stack = playing(Bound(42))
    for told in (False, True, False):
        press(stack, ".")
        assert (TENTH in text(stack)) is told


def run(stack: Stack, *keys: str) -> None:
    """Press keys, and let what they begin be over."""
    press(stack, *keys)
    while stack.ticks:
        stack.tick()


@pytest.mark.parametrize("keys", ["Z", "#9s", "_ll\n"])
def test_whatever_goes_on_by_itself_stops_as_a_quarter_or_a_tenth_is_left(keys: str) -> None:
    pressed = [key.replace("\n", "enter") for key in keys]
    for left, told in ((41, TENTH), (101, "A quarter of your term is left: 100 turns.")):
        game = Bound(left)
        stack = playing(game)
        run(stack, *pressed)
        assert len(game.performed) == 1
        assert text(stack).count(told) == 1


def test_by_words_it_is_told_once_and_stops_what_goes_on() -> None:
    for words in ("wait 9", "go west 5", "rest"):
        for left, told in ((41, TENTH), (101, "")):
            game = Bound(left)
            said = [*Talk(game).hear(words)]
            assert len(game.performed) == 1, words
            assert said.count(told) == 1 or not told
            assert told or words == "rest" or said[-1] == "You stop."
