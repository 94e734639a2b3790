"""Multi-turn commands win a whole run with few keys, and are recorded intent by intent."""

from __future__ import annotations

import pytest

from bidden.bots import fighter
from bidden.content.mods import RUN
from bidden.intents import Move
from bidden.session import Session
from bidden.view import Ending
from tests.frontend.keyed import Keyed
from tests.sampling import Tried, amount, sampled

MOST_KEYS = 0.35
"""The most keys per turn that a run takes; with a key per step it took 1.1."""
WHOLE = 9_000
WON = {26: 1336, 29: 1392, 32: 1257, 55: 1402}
"""Seeds whose run is won, and about how many keys each takes."""


@pytest.mark.slow
@pytest.mark.endurance
@pytest.mark.parametrize("seed", sampled([*WON], 1))
def test_won_run_takes_few_keys_a_turn(seed: int, tried: Tried) -> None:
    tried["keys pressed in runs that are won"] += WON[seed]
    most = amount(700, WHOLE)
    player = Keyed(Session(seed, level=RUN), fighter.choose)
    player.play(most)
    view, moves = player.stack.view, [one for one in player.game.performed if type(one) is Move]
    assert view.ending is (Ending.WON if most == WHOLE else None)
    assert player.keys <= view.turn * MOST_KEYS
    assert len(moves) > 2 * player.keys


def test_multi_turn_commands_are_recorded_intent_by_intent() -> None:
    player = Keyed(Session(5, level=RUN), fighter.choose)
    player.play(60)
    assert player.keys < len(player.game.performed)
    again = Session(5, level=RUN)
    for intent in player.game.performed:
        again.perform(intent)
    assert again.digest.seal() == player.game.session.digest.seal()
