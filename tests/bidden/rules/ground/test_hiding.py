"""Creatures waiting in tall grass are noticed only from nearby, until they act."""

from __future__ import annotations

from bidden import intents
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect
from bidden.events.ground import Crouch, RiseUp
from bidden.events.movement import Displace
from bidden.events.movement import Wait as Waits
from bidden.events.queries import WhichFoe
from bidden.session import Session
from eventcore import Entity
from tests.bidden.rules.ground.acting import called, ground, pour, row
from tests.bidden.scenes import MINDLESS, MakeSession, listening

EAST, WAIT = intents.Move(1, 0), intents.Wait()


def seen_by(session: Session, who: Entity) -> bool:
    """Return whether a creature notices a foe."""
    return session.world.ask(WhichFoe(who, 10)).found is not None


def hidden(session: Session) -> list[Entity]:
    """Return the creatures that hide."""
    return ground(session).hidden


def test_tall_grass_hides_beyond_two_tiles(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "tall grass", (1, 0))
    zombie = called(session, "zombie")
    assert seen_by(session, zombie)  # a creature that merely stands there is visible
    session.perform(WAIT)
    noticed = []
    for x in (8, 4, 3):
        session.world.publish(Displace(zombie, zombie, x, 0, 1))
        noticed.append(seen_by(session, zombie))
    assert noticed == [False, False, True]


def test_step_ends_hiding(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "tall grass", *row(0, 1, 2))
    ear = listening(session)
    for intent in (WAIT, WAIT, EAST, WAIT):
        session.perform(intent)
    kinds = [type(one) for one in ear.events if isinstance(one, Crouch | RiseUp)]
    assert kinds == [Crouch, RiseUp, Crouch]
    assert hidden(session) == [session.player]


def test_harm_ends_hiding(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "tall grass", (1, 0))
    session.perform(WAIT)
    session.world.publish(TakeDamage(session.world.root, session.player, 1))
    assert hidden(session) == []


def test_hunting_creature_loses_track_of_a_hidden_player(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie={"Wits": {"patience": 1}})
    pour(session, "tall grass", (1, 0))
    zombie = called(session, "zombie")
    session.perform(WAIT)
    assert zombie[Mind].goal is None
    assert zombie[Wits].state == "wandering"


def test_hunting_creature_does_not_hide(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie={"Wits": {"state": "hunting"}, "Mind": {}})
    pour(session, "tall grass", (8, 0))
    session.world.publish(Waits(called(session, "zombie")))
    assert hidden(session) == []


def test_cover_that_poison_breaks_each_turn_is_reported_once(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "tall grass", (1, 0))
    session.world.publish(Affect(session.player, session.player, "poison", 6))
    for _ in range(5):
        session.perform(WAIT)
    told = [line.text for line in session.view().lines]
    assert told.count("You hide here: enemies more than 2 tiles away can't see you.") == 1
    assert told.count("You are no longer hidden.") == 1
