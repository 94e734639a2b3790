"""On the last way the key for the way down is a step towards the gate, with a foe in view."""

from __future__ import annotations

from typing import Any

import attrs
from syrupy.assertion import SnapshotAssertion

from bidden.perception.foretold.forecast import YOU, Forecast, TargetForecast
from bidden.view import Bond, View
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, covered
from tests.frontend.screen import go, playing, said

LAST = Bond("Ada", "hunt", "hunt", "below", 101, True, 4, 400, 2, last_way=True)


class Risen(FakeGame):
    """A room with a gate in it, and a troll that comes no nearer."""

    def view(self) -> View:
        view = super().view()
        tiles = {
            (10, 2): drawn_tile("Π", "gate", True, "a gate"),
            (4, 4): drawn_tile("T", "troll", True, "a troll"),
        }
        rows = covered(tiles, here=view.here).tiles
        changes: dict[str, Any] = {"bond": LAST, "foes": 1, "foes_at": ((4, 4),)} | self.changes
        return attrs.evolve(view, tiles=rows, **changes)


def test_key_is_a_step_a_press_while_a_foe_is_in_view(snapshot: SnapshotAssertion) -> None:
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
