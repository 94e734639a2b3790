"""Noticing: a foe's step in view rouses who waits, and now and then who sleeps."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.ai.wits import Wits
from bidden.events.movement import Displace
from bidden.session import Session
from bidden.state import Side
from eventcore import Entity
from tests.bidden.scenes import MakeSession, draws

EAST = intents.Move(1, 0)


def zombie(session: Session) -> Entity:
    (one,) = (who for who in session.world.having(Side) if who is not session.player)
    return one


def wits(wakes: int) -> dict[str, dict[str, int]]:
    return {"Wits": {"asleep": 100, "wakes": wakes}}


@pytest.mark.parametrize(("drawing", "noticed"), [("#@...z#", True), ("#@....z#", False)])
def test_a_sleeper_notices_steps_within_half_of_how_far_it_sees(
    make_session: MakeSession, drawing: str, noticed: bool
) -> None:
    session = make_session(drawing, zombie=wits(100))  # which sees 7 tiles far
    session.perform(EAST)
    assert (zombie(session)[Wits].state == "hunting") is noticed


def test_it_is_drawn_of_a_stream_of_its_own_at_each_step(make_session: MakeSession) -> None:
    session = make_session("#@..z#", seed=3, zombie=wits(1))
    drawn = []
    for step in (EAST, intents.Move(-1, 0), EAST, intents.Wait()):
        session.perform(step)
        drawn.append(draws(session.world)["notice"])
    assert zombie(session)[Wits].state == "asleep"
    assert 0 < drawn[0] < drawn[1] < drawn[2] == drawn[3]


@pytest.mark.parametrize("drawing", ["#@.#.z#", "#@.+.z#"])
def test_nobody_is_noticed_through_walls_and_doors(make_session: MakeSession, drawing: str) -> None:
    session = make_session(drawing, zombie=wits(100))
    session.perform(EAST)
    assert zombie(session)[Wits].state == "asleep"


def test_a_foe_that_comes_out_of_nowhere_is_noticed(make_session: MakeSession) -> None:
    session = make_session("#@.........z#", zombie=wits(100))
    session.world.publish(Displace(session.player, session.player, 8, 0, 1))
    assert zombie(session)[Wits].state == "hunting"


def test_a_fellow_is_not_noticed(make_session: MakeSession) -> None:
    session = make_session("#@#######z.z#", zombie=wits(100))
    one, other = sorted((w for w in session.world.having(Wits)), key=lambda who: who.id)
    session.world.publish(Displace(one, one, 10, 0, 1))
    assert other[Wits].state == "asleep"


def test_without_sleepers_nothing_is_drawn(make_session: MakeSession) -> None:
    session = make_session("#@...z#")
    for _ in range(3):
        session.perform(EAST)
    assert "notice" not in draws(session.world)
    assert "waiting" not in draws(session.world)
    assert "sleep-1" not in draws(session.world)
