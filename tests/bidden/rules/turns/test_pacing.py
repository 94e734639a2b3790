"""The rule of pace: what an action takes of an actor's time, by its speed."""

from __future__ import annotations

import pytest

from bidden.events.effects import Affect
from bidden.events.turns import SpendTime, TakeTurn
from bidden.intents import Move, Wait
from bidden.session import Session
from bidden.state import Side
from eventcore import Change, Entity
from eventcore.errors import DispatchError
from tests.bidden.scenes import Ear, MakeSession, Meddle, refusing

MINDLESS = {"Mind": None}
IDLE = {"Mind": {"plan": ["rest"]}}


def creature(session: Session) -> Entity:
    (found,) = (one for one in session.world.having(Side) if one is not session.player)
    return found


def test_the_player_spends_time_on_what_is_done_and_none_on_what_is_refused(
    make_session: MakeSession,
) -> None:
    session, ear = make_session("#@.+z#", zombie=IDLE), Ear()
    session.world.tap(ear)
    session.perform(Move(0, 1))
    assert [event for event in ear.events if isinstance(event, SpendTime)] == []
    session.perform(Move(1, 0))
    spent = [event for event in ear.events if isinstance(event, SpendTime)]
    assert [event.enactor for event in spent] == [session.player, creature(session)]
    assert [(event.cost, event.speed) for event in spent] == [(100, 100)] * 2
    assert [type(event.cause) for event in spent] == [type(None), TakeTurn]


def test_the_fast_spend_as_much_at_a_higher_speed(make_session: MakeSession) -> None:
    session = make_session("#@.+z#", zombie=MINDLESS)
    session.world.publish(Affect(session.player, session.player, "speed", 5))
    spend = session.world.publish(SpendTime(session.player, 100))
    assert (spend.cost, spend.speed > 100) == (100, True)


def test_a_rule_may_double_what_an_action_takes(make_session: MakeSession, meddle: Meddle) -> None:
    def double(change: Change) -> None:
        if isinstance(change, SpendTime) and change.enactor is session.player:
            change.cost *= 2

    meddle(double)
    session = make_session("#@.+z#", zombie=MINDLESS)
    session.perform(Wait())
    assert (session.world.turn, session.world.agenda.now) == (2, 200)


def test_a_rule_may_refuse_it_and_the_actor_acts_again_at_once(
    make_session: MakeSession, meddle: Meddle
) -> None:
    refusals = iter([True])

    def refuse_once(change: Change) -> None:
        if isinstance(change, SpendTime) and change.cause is not None and next(refusals, False):
            change.fail("restless")  # a creature's: the player's has no cause

    meddle(refuse_once)
    session = make_session("#@.+z#", zombie=IDLE)
    turns: list[int] = []
    session.world.observe(TakeTurn, lambda turn: turns.append(session.world.agenda.now))
    session.perform(Wait())
    session.perform(Wait())
    assert turns == [0, 0, 100]


def test_the_player_may_be_spared_its_cost(make_session: MakeSession, meddle: Meddle) -> None:
    meddle(refusing(SpendTime))
    session = make_session("#@.+z#", zombie=MINDLESS)
    assert session.perform(Wait()).done
    assert (session.world.turn, session.world.agenda.now) == (0, 0)


@pytest.mark.parametrize(("cost", "least"), [(0, 1), (-5, 1), (7, 7)])
def test_a_turn_takes_some_time_whatever_a_handler_says(
    make_session: MakeSession, cost: int, least: int
) -> None:
    session = make_session("#@.+z#", zombie=MINDLESS)
    before = session.world.agenda.due(session.player)
    assert session.world.publish(SpendTime(session.player, cost)).cost == least
    assert session.world.agenda.due(session.player) == before + least


def test_nobody_is_slower_than_a_tenth_of_the_normal(
    make_session: MakeSession, meddle: Meddle
) -> None:
    def slow(change: Change) -> None:
        if isinstance(change, SpendTime):
            change.speed = -40

    meddle(slow)
    session = make_session("#@.+z#", zombie=MINDLESS)
    assert session.world.publish(SpendTime(session.player)).speed == 10
    assert session.world.agenda.due(session.player) == 1000


def test_who_dies_in_its_turn_spends_no_time(make_session: MakeSession) -> None:
    session = make_session("#@.+z#", zombie=MINDLESS)
    zombie, ear = creature(session), Ear()
    session.world.tap(ear)
    session.world.despawn(zombie)
    session.world.publish(TakeTurn(zombie))
    assert [type(event).__name__ for event in ear.events] == ["TakeTurn"]


def test_who_never_spends_time_stops_the_game_with_an_error() -> None:
    session = Session(3, level="cellar", mute=["Pacing.end_the_turn"])
    said = r"^time does not move on: Entity\(\d+\) is due again and again at 0, and 10,\d\d\d "
    with pytest.raises(DispatchError, match=said):
        session.perform(Wait())


@pytest.mark.parametrize(
    "label", ["Beginning.make_the_first_level", "Spawning.make", "Spawning.look_up_the_components"]
)
def test_a_game_in_which_nobody_is_played_does_not_begin(label: str) -> None:
    with pytest.raises(DispatchError, match="nobody is played"):
        Session(3, mute=[label])
