"""Creatures that leak oil or gas when they die."""

from __future__ import annotations

from bidden.events.combat import TakeDamage
from bidden.session import Session
from tests.bidden.rules.ground.acting import at, called, covers, ground, row
from tests.bidden.scenes import MakeSession


def slay(session: Session) -> None:
    """The player kills the zombie."""
    zombie = called(session, "zombie")
    session.world.publish(TakeDamage(session.player, zombie, 99, sure=True))


def test_oil_comes_out_of_who_dies_and_lies_there(make_session: MakeSession) -> None:
    leaking = {"Mind": None, "Leaks": {"kind": "oil", "radius": 1}}
    session = make_session("#@...z.#", zombie=leaking)
    slay(session)
    assert covers(session) == dict.fromkeys(row(0, 4, 5, 6), "oil")
    assert at(session, "fires") == {}


def test_alight_it_is_the_fire_of_who_killed_it(make_session: MakeSession) -> None:
    leaking = {"Mind": None, "Leaks": {"kind": "oil", "lights": True}}
    session = make_session("#@...z.#", zombie=leaking)
    slay(session)
    (fire,) = ground(session).on("fires", 1).values()
    assert ((fire.x, fire.y), fire.by) == ((5, 0), session.player)
