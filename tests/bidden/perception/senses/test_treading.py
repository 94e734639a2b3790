"""Treading: a step onto a trap is told of beforehand, once that is known."""

from __future__ import annotations

import pytest

from bidden.events.places import Find
from bidden.intents import Move
from bidden.worldgen.plan import Placement
from tests.bidden.scenes import MakeSession, put

EAST = Move(1, 0)


@pytest.mark.parametrize("trap", ["dart trap", "fire trap", "needle trap", "flash trap"])
def test_a_trap_is_told_of_once_it_is_found(make_session: MakeSession, trap: str) -> None:
    session = make_session("#@...#")
    there = put(session, Placement(trap, 2, 0))
    assert session.forecast(EAST).trap == ""
    session.world.publish(Find(session.player, there))
    assert session.forecast(EAST).trap == trap
    assert session.forecast(Move(-1, 0)).trap == ""


def test_a_web_is_told_of_at_sight(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    put(session, Placement("web", 2, 0))
    assert session.forecast(EAST).trap == "web"


def test_who_strikes_somebody_on_a_trap_does_not_step_there(make_session: MakeSession) -> None:
    session = make_session("#@z..#", zombie={"Mind": None})
    put(session, Placement("web", 2, 0))
    assert session.forecast(EAST).trap == ""


def test_who_flies_springs_no_trap(make_session: MakeSession) -> None:
    session = make_session("#@...#", you={"Flying": {}})
    put(session, Placement("web", 2, 0))
    assert session.forecast(EAST).trap == ""


def test_a_step_that_is_performed_asks_nothing(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    put(session, Placement("web", 2, 0))
    assert session.perform(EAST).done
