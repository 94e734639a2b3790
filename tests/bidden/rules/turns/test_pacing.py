"""Pacing: the time an action takes."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.events.turns import SpendTime, TakeTurn
from bidden.intents import Move, Wait
from bidden.session import Session
from eventcore import Change, EventcoreError
from tests.bidden.scenes import MINDLESS, Ear, MakeSession, Meddle, other

IDLE = {"Mind": {"plan": ["rest"]}}


def test_refused_action_takes_no_time(make_session: MakeSession) -> None:
    session, ear = make_session("#@.+z#", zombie=IDLE), Ear()
    session.world.tap(ear)
    session.perform(Move(0, 1))
    assert ear.of(SpendTime) == []
    session.perform(Move(1, 0))
    spent = ear.of(SpendTime)
    assert [event.enactor for event in spent] == [session.player, other(session)]
    assert [(event.cost, event.speed) for event in spent] == [(100, 100)] * 2
    assert [type(event.cause) for event in spent] == [type(None), TakeTurn]


@pytest.mark.parametrize(("cost", "least"), [(0, 1), (-5, 1), (7, 7)])
def test_every_turn_takes_at_least_a_minimum_time(
    make_session: MakeSession, cost: int, least: int
) -> None:
    session = make_session("#@.+z#", zombie=MINDLESS)
    before = session.world.agenda.due(session.player)
    assert session.world.publish(SpendTime(session.player, cost)).cost == least
    assert session.world.agenda.due(session.player) == before + least


def test_speed_is_at_least_a_tenth(make_session: MakeSession, meddle: Meddle) -> None:
    def slow(change: Change) -> None:
        if isinstance(change, SpendTime):
            change.speed = -40

    meddle(slow)
    session = make_session("#@.+z#", zombie=MINDLESS)
    assert session.world.publish(SpendTime(session.player)).speed == 10
    assert session.world.agenda.due(session.player) == 1000


def test_actor_that_spends_no_time_is_an_error() -> None:
    session = Session(3, level="cellar", mute=["Pacing.end_the_turn"])
    with pytest.raises(EventcoreError):
        session.perform(Wait())


def test_game_without_a_player_is_refused(snapshot: SnapshotAssertion) -> None:
    said = set()
    for label in ("Beginning.make_the_first_level", "Spawning.make"):
        with pytest.raises(EventcoreError) as error:
            Session(3, mute=[label])
        said.add(str(error.value))
    (text,) = said
    assert text == snapshot
