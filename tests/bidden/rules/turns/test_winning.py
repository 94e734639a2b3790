"""Winning is an event that is kept as state."""

from __future__ import annotations

import pytest

from bidden.events.combat import Die
from bidden.events.places import MakeLevel
from bidden.events.turns import Win
from bidden.intents import Move, Wait
from bidden.session import Session
from bidden.view import Ending
from eventcore import Event
from tests.bidden.scenes import Ear, MakeLevels, MakeSession

WEAK = {"Mind": None, "Health": {"hp": 1}}


def cause_of_win(ear: Ear) -> Event | None:
    (win,) = ear.of(Win)
    assert win.done
    return win.cause


def test_the_last_death_wins_and_is_the_cause(make_session: MakeSession) -> None:
    session, ear = make_session("#@zz#", zombie=WEAK), Ear()
    session.world.tap(ear)
    session.perform(Move(1, 0))
    assert (session.ending, ear.of(Win)) == (None, [])
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    assert session.ending is Ending.WON
    assert isinstance(cause_of_win(ear), Die)


def test_a_level_without_foes_is_won_as_it_is_made(make_levels: MakeLevels) -> None:
    session, ear = make_levels("#@>.z#", "#<#"), Ear()
    session.world.tap(ear)
    before, _, after = session.ending, session.perform(Move(1, 0)), session.ending
    assert (before, after) == (None, Ending.WON)
    assert isinstance(cause_of_win(ear), MakeLevel)


def test_game_is_won_once(make_session: MakeSession) -> None:
    session = make_session("#@#")
    assert session.world.publish(Win(session.player)).reason == "won"


def test_the_dead_do_not_win(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": None})
    session.perform(Wait())
    assert session.world.publish(Win(session.player)).reason == "gone"
    assert session.ending is Ending.DIED


@pytest.mark.parametrize("won", [False, True])
def test_victory_is_saved(make_session: MakeSession, debug: bool, won: bool) -> None:
    session = make_session("#@z#", zombie=WEAK)
    if won:
        session.perform(Move(1, 0))
    loaded = Session.restore(session.save(), debug=debug, catalogue=session.catalogue)
    assert loaded.ending is session.ending is (Ending.WON if won else None)
