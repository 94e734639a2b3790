"""The game is settled after each typed line."""

from __future__ import annotations

import io
import sys

import pytest

from bidden.frontend.preferences.options import USUAL
from bidden.prose.lines import play
from tests.frontend.fakes import FakeGame


def test_game_that_is_played_is_settled_after_each_line_also_once_one_went_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = list[FakeGame]()

    class Going(FakeGame):
        def go_back(self, turns: int) -> FakeGame:
            played.append(super().go_back(turns))
            return played[0]

    game = Going()
    monkeypatch.setattr(sys, "stdin", io.StringIO("wait\ngo back 1\nwait\nwait\n"))
    play(game, USUAL)
    assert game.settled == [1]
    assert played[0].settled == [0, 1, 2]
