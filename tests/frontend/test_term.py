"""An expiring term is highlighted and announced, and one key travels the last way."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Intent
from bidden.perception.foretold.forecast import YOU, Forecast, TargetForecast
from bidden.prose.talk import Talk
from bidden.view import Bond, View
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, covered
from tests.frontend.screen import go, playing, said

BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)


class Bound(FakeGame):
    """A game whose term has a number of turns left, and each intent takes one."""

    def __init__(self, left: int) -> None:
        super().__init__(hp=29, comes_back=(3, 0))
        self.left = left

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        self.left -= 1

    def view(self) -> View:
        return attrs.evolve(super().view(), bond=attrs.evolve(BOND, left=self.left))


@pytest.mark.parametrize("left", [41, 101], ids=["tenth", "quarter"])
@pytest.mark.parametrize("keys", ["Z", "#9s", "_ll\n"])
def test_multi_turn_command_stops_when_a_quarter_or_a_tenth_of_the_term_is_left(
    keys: str, left: int, snapshot: SnapshotAssertion
) -> None:
    game = Bound(left)
    stack = playing(game)
    go(stack, *(key.replace("\n", "enter") for key in keys))
    assert len(game.performed) == 1
    assert said(stack) == snapshot


def test_last_tenth_of_the_term_is_announced_once_during_manual_play() -> None:
    stack = playing(Bound(42))
    told = []
    for _ in range(3):
        go(stack, ".")
        told.append("40" in said(stack))
    assert told == [False, True, False]


@pytest.mark.parametrize("words", ["wait 9", "go west 5", "rest"])
def test_typed_command_stops_and_warns_once_when_a_tenth_of_the_term_is_left(
    words: str, snapshot: SnapshotAssertion
) -> None:
    game = Bound(41)
    said = [*Talk(game).hear(words)]
    assert len(game.performed) == 1
    assert said == snapshot


LAST = Bond("Ada", "hunt", "hunt", "below", 101, True, 4, 400, 2, last_way=True)


class Risen(FakeGame):
    """A room with a gate, and a troll that does not approach."""

    def view(self) -> View:
        view = super().view()
        tiles = {
            (10, 2): drawn_tile("Π", "gate", True, "a gate"),
            (4, 4): drawn_tile("T", "troll", True, "a troll"),
        }
        rows = covered(tiles, here=view.here).tiles
        changes: dict[str, Any] = {"bond": LAST, "foes": 1, "foes_at": ((4, 4),)} | self.changes
        return attrs.evolve(view, tiles=rows, **changes)


def test_travel_key_takes_one_step_per_press_while_a_foe_is_in_view(
    snapshot: SnapshotAssertion,
) -> None:
    stack = playing(game := Risen())
    go(stack, ">")
    assert len(game.performed) == 1
    assert said(stack) == snapshot
    go(stack, ">", ">", ">", ">")
    assert len(game.performed) == 5
    assert game.view().here == (10, 2)


def test_key_goes_all_the_way_without_a_foe() -> None:
    stack = playing(game := Risen(foes=0, foes_at=()))
    go(stack, ">")
    assert game.view().here == (10, 2)


def test_step_that_would_harm_is_asked_about() -> None:
    stack = playing(game := Risen())
    game.answer = Forecast(targets=(TargetForecast(YOU, 1, 2),))
    go(stack, ">")
    assert game.performed == []
    go(stack, "y")
    assert len(game.performed) == 1
