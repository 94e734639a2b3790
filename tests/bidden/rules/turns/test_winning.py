"""Winning is an event that is stored as state."""

from __future__ import annotations

from bidden.events.combat import Die
from bidden.events.turns import Win
from bidden.intents import Move
from bidden.view import Ending
from eventcore import Event
from tests.bidden.scenes import Ear, MakeSession

WEAK = {"Mind": None, "Health": {"hp": 1}}


def cause_of_win(ear: Ear) -> Event | None:
    (win,) = ear.of(Win)
    assert win.done
    return win.cause


def test_killing_the_last_foe_wins_the_game_and_is_the_cause(make_session: MakeSession) -> None:
    session, ear = make_session("#@zz#", zombie=WEAK), Ear()
    session.world.tap(ear)
    session.perform(Move(1, 0))
    assert (session.ending, ear.of(Win)) == (None, [])
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    assert session.ending is Ending.WON
    assert isinstance(cause_of_win(ear), Die)


def test_game_is_won_once(make_session: MakeSession) -> None:
    session = make_session("#@#")
    assert session.world.publish(Win(session.player)).reason == "won"
