"""A known trap is told before the step onto it."""

from __future__ import annotations

import pytest

from bidden.events.places import Find
from bidden.intents import Move
from bidden.worldgen.plan import Placement
from tests.bidden.scenes import MakeSession, put

EAST = Move(1, 0)


@pytest.mark.parametrize("trap", ["dart trap", "fire trap", "needle trap", "flash trap"])
def test_trap_is_told_of_once_it_is_found(make_session: MakeSession, trap: str) -> None:
    session = make_session("#@...#")
    there = put(session, Placement(trap, 2, 0))
    assert session.forecast(EAST).trap == ""
    session.world.publish(Find(session.player, there))
    assert session.forecast(EAST).trap == trap
    assert session.forecast(Move(-1, 0)).trap == ""


def test_web_is_told_of_at_sight(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    put(session, Placement("web", 2, 0))
    assert session.forecast(EAST).trap == "web"


def test_blow_at_a_creature_on_a_trap_springs_nothing(make_session: MakeSession) -> None:
    session = make_session("#@z..#", zombie={"Mind": None})
    put(session, Placement("web", 2, 0))
    assert session.forecast(EAST).trap == ""
