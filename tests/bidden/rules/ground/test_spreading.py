"""Forecasts of spreading fire, oil and gas come true."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.events.ground import Ignite, Lay, WhatSpreads
from bidden.rules.ground.spreading import toll_of
from bidden.session import Session
from bidden.state import name_of
from tests.bidden.rules.ground.acting import at, called, pour, row
from tests.bidden.scenes import MINDLESS, MakeSession, give, listening

WAIT = intents.Wait()
HALL = """
    #################
    #...............#
    #@......z.......#
    #...............#
    #################
"""
FLASKS = ("fire pot", "flask of oil", "flask of bad air", "flask of haze")


def asked(session: Session, thing: str, x: int, y: int) -> WhatSpreads:
    """Return the forecast of an item landing on a tile, and check that nothing changes."""
    item = session.world.spawn(*session.catalogue.make(thing))
    before = session.save()
    answer = session.world.ask(WhatSpreads(session.player, item, 1, x, y))
    assert session.save() == before
    session.world.despawn(item)
    return answer


def hall(make_session: MakeSession) -> Session:
    return make_session(HALL, zombie={**MINDLESS, "Health": {"hp": 400, "most": 400}})


@pytest.mark.parametrize("thing", FLASKS)
def test_broken_flask_spills_as_forecast(make_session: MakeSession, thing: str) -> None:
    session = hall(make_session)
    answer = asked(session, thing, 8, 2)
    give(session, thing)
    ear = listening(session)
    session.perform(intents.Throw("a", 8, 2))
    laid = [event.tiles for event in ear.events if isinstance(event, Lay) and event.kind]
    lit = [(event.x, event.y) for event in ear.events if isinstance(event, Ignite)]
    assert laid[0] == answer.laid
    assert lit[: len(answer.lit)] == answer.lit
    assert bool(answer.lit) == (thing == "fire pot")


@pytest.mark.parametrize("thing", ["flask of bad air", "flask of haze"])
def test_gas_drifts_as_forecast(make_session: MakeSession, thing: str) -> None:
    session = hall(make_session)
    (said,) = asked(session, thing, 12, 1).found
    give(session, thing)
    session.perform(intents.Throw("a", 12, 1))
    come = {*at(session, "gases"), (12, 1)}
    while at(session, "gases"):
        session.perform(WAIT)
        come |= {*at(session, "gases")}
    assert come == {*said.tiles}


def test_fire_burns_as_forecast(make_session: MakeSession) -> None:
    session = hall(make_session)
    pour(session, "rushes", *row(1, 9, 10, 11, 12, 13), (3, 3))
    (_, fire) = asked(session, "fire pot", 8, 1).found
    assert (fire.kind, fire.harm, fire.strength) == ("fire", "fire", 6)
    assert fire.tiles == ((7, 1), (8, 1), (9, 1), (8, 2))
    assert fire.perhaps == ((10, 1), (11, 1), (12, 1), (13, 1))
    give(session, "fire pot")
    session.perform(intents.Throw("a", 8, 1))
    burnt = {*at(session, "fires")}
    while at(session, "fires"):
        session.perform(WAIT)
        burnt |= {*at(session, "fires")}
    assert {*fire.tiles} <= burnt <= {*fire.tiles, *fire.perhaps}


def test_toll_lists_harmed_and_endangered_once(make_session: MakeSession) -> None:
    session = hall(make_session)
    give(session, "flask of bad air")
    (item,) = (one for one in session.world if name_of(one) == "flask of bad air")
    zombie = called(session, "zombie")
    assert toll_of(session.player, item, (8, 2), session.world).harmed == (zombie,)
    pour(session, "poison gas", (8, 2), amount=30)
    assert toll_of(session.player, item, (8, 2), session.world).harmed == ()
    session = hall(make_session)
    give(session, "fire pot")
    (item,) = (one for one in session.world if name_of(one) == "fire pot")
    pour(session, "tall grass", *row(2, *range(1, 8)))
    toll = toll_of(session.player, item, (8, 2), session.world)
    assert toll.harmed == (called(session, "zombie"),)
    assert toll.endangered == (session.player,)
