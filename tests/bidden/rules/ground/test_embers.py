"""The rule of embers: they set alight what burns beside them, and nothing else."""

from __future__ import annotations

from bidden import intents
from bidden.events.ground import Ignite
from tests.bidden.rules.ground.acting import at, covers, listening, pour
from tests.bidden.scenes import Changes, MakeSession

WAIT = intents.Wait()
MINDLESS: Changes = {"Mind": None}


def test_embers_set_grass_alight_in_two_turns_of_a_hundred(make_session: MakeSession) -> None:
    flared = 0
    for seed in range(20):
        session = make_session("#@......z#", seed=seed, zombie=MINDLESS)
        pour(session, "embers", (4, 0))
        pour(session, "oil", (5, 0))
        for _ in range(25):
            session.perform(WAIT)
            if at(session, "fires"):
                flared += 1
                break
    assert 4 <= flared <= 13  # in 25 turns, 40 % of 20 are 8


def test_whose_fire_it_is_nobody_knows_and_the_embers_stay(make_session: MakeSession) -> None:
    session = make_session("#@......z#", seed=1, zombie=MINDLESS)
    pour(session, "embers", (4, 0))
    pour(session, "oil", (5, 0))
    ear = listening(session)
    for _ in range(300):
        session.perform(WAIT)
    (ignite,) = (one for one in ear.events if isinstance(one, Ignite))
    assert ignite.enactor is session.world.root
    assert covers(session) == {(4, 0): "embers"}


def test_embers_by_themselves_draw_nothing(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "embers", (4, 0))
    for _ in range(5):
        session.perform(WAIT)
    assert "embers" not in dict(session.world.draws())
