"""Embers ignite flammable ground beside them."""

from __future__ import annotations

from bidden import intents
from bidden.events.ground import Ignite
from tests.bidden.rules.ground.acting import covers, pour
from tests.bidden.scenes import MINDLESS, MakeSession, listening, wait

WAIT = intents.Wait()


def test_embers_set_grass_alight_in_two_turns_of_a_hundred(make_session: MakeSession) -> None:
    flared = 0
    for seed in range(12):
        session = make_session("#@......z#", seed=seed, zombie=MINDLESS)
        pour(session, "embers", (4, 0))
        pour(session, "oil", (5, 0))
        ear = listening(session)
        wait(session, 25)
        assert {one.enactor for one in ear.of(Ignite)} <= {session.world.root}
        assert covers(session)[4, 0] == "embers"
        flared += bool(ear.of(Ignite))
    assert 2 <= flared <= 8  # in 25 turns, 40 % of 12 is 5
