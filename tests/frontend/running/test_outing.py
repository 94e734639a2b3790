"""A multi-turn command runs one slice at a time, and ends as soon as nothing remains."""

from __future__ import annotations

from itertools import count

import pytest

from bidden.frontend.running.outing import Outing
from bidden.frontend.screens.screen import Go
from bidden.going.going import Going, Stop
from bidden.intents import Move
from bidden.view import View
from tests.frontend.fakes import FakeGame


class Steps(Going):
    """This many steps; counts how often it was asked."""

    def __init__(self, steps: int, reason: str) -> None:
        self.left, self.reason, self.asked = steps, reason, 0

    def __call__(self, view: View) -> Move | Stop:
        self.asked += 1
        self.left -= 1
        return Stop(self.reason) if self.left < 0 else Move(1, 0)

    def news(self, before: View, view: View) -> str:
        return "news"


def outing(game: FakeGame, steps: Steps, told: list[Stop]) -> Outing:
    """Return an outing whose slices each end after a step."""
    ticks = map(float, count())
    go = Go(lambda: steps, told.append)
    return Outing.begun(go, game, game.view(), ticks.__next__, 0)


@pytest.mark.parametrize("reason", ["", "You are there."])
def test_multi_turn_command_ends_with_its_last_step_without_an_extra_slice(reason: str) -> None:
    game, steps, told = FakeGame(), Steps(2, reason), list[Stop]()
    going = outing(game, steps, told)
    assert (going.go_on(), told) == (True, [])
    assert (going.go_on(), told) == (False, [Stop(reason)])
    assert game.performed == [Move(1, 0)] * 2
    assert steps.asked == 3


def test_interrupted_outing_drops_its_planned_step_and_reports_the_news() -> None:
    game, steps, told = FakeGame(), Steps(5, ""), list[Stop]()
    going = outing(game, steps, told)
    assert going.go_on()
    going.come_back()
    assert (game.performed, steps.asked, told) == ([Move(1, 0)], 2, [Stop("news")])
