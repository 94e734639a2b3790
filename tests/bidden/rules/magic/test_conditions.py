"""Paralysis and webs."""

from __future__ import annotations

from bidden.events.effects import Affect
from bidden.intents import Move
from eventcore.time import TURN
from tests.bidden.scenes import MakeSession


def test_paralysis_holds_before_a_web_does(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    for effect in ("web", "paralysis"):
        assert session.world.publish(Affect(session.player, session.player, effect)).done
    step = session.perform(Move(1, 0))
    assert (step.reason, step.cost) == ("paralysed", TURN)
