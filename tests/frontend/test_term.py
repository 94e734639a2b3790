"""A term that runs out is marked in the header, and mentioned once when a tenth is left."""

from __future__ import annotations

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.panels.header import draw_header
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.preferences.options import Options
from bidden.intents import Intent
from bidden.prose.talk import Talk
from bidden.view import Bond, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import go, playing, said

BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)


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


def test_header_marks_a_short_term_not_by_colour_alone(snapshot: SnapshotAssertion) -> None:
    heads = []
    for left in (101, 100, 41, 40, -9):
        for options in (Options(), Options(term_shown="percent")):
            console = new_console()
            view = a_view(bond=attrs.evolve(BOND, left=left))
            draw_header(console, view, load_palette(), options=options)
            heads.append(text_of(console).split("\n")[0].rstrip())
    assert heads == snapshot


@pytest.mark.parametrize("left", [41, 101], ids=["tenth", "quarter"])
@pytest.mark.parametrize("keys", ["Z", "#9s", "_ll\n"])
def test_multi_turn_command_stops_as_a_quarter_or_a_tenth_is_left(
    keys: str, left: int, snapshot: SnapshotAssertion
) -> None:
    game = Bound(left)
    stack = playing(game)
    go(stack, *(key.replace("\n", "enter") for key in keys))
    assert len(game.performed) == 1
    assert said(stack) == snapshot


def test_tenth_is_mentioned_once_while_one_goes_by_hand() -> None:
    stack = playing(Bound(42))
    told = []
    for _ in range(3):
        go(stack, ".")
        told.append("40" in said(stack))
    assert told == [False, True, False]


@pytest.mark.parametrize("words", ["wait 9", "go west 5", "rest"])
def test_command_in_words_stops_as_a_tenth_is_left_and_mentions_it_once(
    words: str, snapshot: SnapshotAssertion
) -> None:
    game = Bound(41)
    said = [*Talk(game).hear(words)]
    assert len(game.performed) == 1
    assert said == snapshot
