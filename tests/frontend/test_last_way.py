"""On the last way the key for the way down is a step towards the gate, with a foe in view."""

from __future__ import annotations

from typing import Any

import attrs

from bidden.perception.foretold.forecast import YOU, Forecast, TargetForecast
from bidden.view import Bond, Ending, View
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, covered
from tests.frontend.screen import playing, text
from tests.frontend.screens.test_moving import press

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


def test_it_is_a_step_a_press_while_a_foe_is_in_view() -> None:
    stack = playing(game := Risen())
    press(stack, ">")
    assert len(game.performed) == 1
    assert "A troll in view: one step per key press." in text(stack)
    press(stack, ">", ">", ">", ">")
    assert len(game.performed) == 5
    assert game.view().here == (10, 2)


def test_it_goes_all_the_way_while_none_is() -> None:
    stack = playing(game := Risen(foes=0, foes_at=()))
    press(stack, ">")
    assert game.view().here == (10, 2)


def test_a_step_that_would_harm_is_asked_about() -> None:
    stack = playing(game := Risen())
    game.answer = Forecast(targets=(TargetForecast(YOU, 1, 2),))
    press(stack, ">")
    assert game.performed == []
    press(stack, "y")
    assert len(game.performed) == 1


def test_of_who_was_in_view_nothing_is_told_once_it_is_over() -> None:
    class Free(Risen):
        def view(self) -> View:
            view = super().view()
            return attrs.evolve(view, ending=Ending.WON if self.performed else None)

    stack = playing(game := Free())
    press(stack, ">")
    assert len(game.performed) == 1
    press(stack, "escape")  # to the map as it was
    assert "one step per key press" not in text(stack)
