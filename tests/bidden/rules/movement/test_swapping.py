"""Allies swap places with the player."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.movement import Arrive, Displace, Move, Swap
from bidden.session import Session
from bidden.state import OneWay
from tests.bidden.scenes import Changes, Ear, MakeSession, Meddle, map_of, other, refusing

EAST = intents.Move(1, 0)
STAYS: Changes = {"Mind": {"plan": ["rest"]}}


def charmed(session: Session, *effects: str) -> Session:
    for effect in (*effects, "charm"):
        assert session.world.publish(Affect(session.player, other(session), effect)).done
    return session


def test_step_into_a_charmed_creature_swaps_places(make_session: MakeSession) -> None:
    session, ear = charmed(make_session("#@z.#", zombie=STAYS)), Ear()
    session.world.tap(ear)
    action = session.perform(EAST)
    assert map_of(session.view()) == "#z@.#"
    assert action.replacement is not None
    assert (type(action.replacement), action.cost) == (Swap, 100)
    kinds = [type(event).__name__ for event in ear.events]
    assert kinds[:6] == ["Move", "Swap", "Displace", "Leave", "Arrive", "Move"]


@pytest.mark.parametrize("held", ["paralysis", "web"])
def test_held_ally_does_not_swap(make_session: MakeSession, held: str) -> None:
    session = charmed(make_session("#@z.#", zombie=STAYS), held)
    action = session.perform(EAST)
    assert (action.reason, action.cost) == ("occupied", 0)
    assert map_of(session.view()) == "#@z.#"


@pytest.mark.parametrize("x", [1, 2])
def test_no_swap_in_a_one_way_passage(make_session: MakeSession, x: int) -> None:
    session = charmed(make_session("#@z.#", zombie=STAYS))
    way = session.world.spawn(Position(x, 0), OneWay(0, 1))
    session.world.publish(Arrive(way))
    assert session.perform(EAST).reason == "one way"


def test_no_swap_with_immovable_ally(make_session: MakeSession, meddle: Meddle) -> None:
    meddle(refusing(Displace))
    session, ear = charmed(make_session("#@z.#", zombie=STAYS)), Ear()
    session.world.tap(ear)
    session.perform(EAST)
    assert map_of(session.view()) == "#@z.#"
    assert sum(isinstance(event, Move) for event in ear.events) == 1
