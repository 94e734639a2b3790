"""Glimpses: what the player sees of settled events, once."""

from __future__ import annotations

from bidden.bots.explorer import choose
from bidden.events.ground import Ignite
from bidden.intents import Move, PutOn, Shoot
from bidden.perception.drawn.glimpses import Glimpses
from bidden.session import Session
from bidden.state import Invisible
from bidden.view import Glimpse, Happening
from eventcore.state.digest import state_digest
from tests.bidden.rules.ground.acting import pour
from tests.bidden.scenes import STOUT, MakeSession, creature, give


def looking(session: Session) -> Glimpses:
    return Glimpses(session.world, session.player)


def test_blow_is_seen_on_its_target(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Fighter": {"attack": 90}}, zombie=STOUT)
    glimpses = looking(session)
    session.perform(Move(1, 0))
    assert glimpses.take() == (Glimpse(Happening.HURT, ((2, 0),)),)
    assert glimpses.take() == ()


def test_arrow_is_seen_to_fly_to_its_target(make_session: MakeSession) -> None:
    session = make_session("#@...z#", you={"Fighter": {"attack": 90}}, zombie=STOUT)
    give(session, "bow")
    session.perform(PutOn("a"))
    give(session, "arrow")
    glimpses = looking(session)
    assert session.perform(Shoot(5, 0)).done
    assert glimpses.take() == (
        Glimpse(Happening.SHOT, ((2, 0), (3, 0), (4, 0), (5, 0))),
        Glimpse(Happening.HURT, ((5, 0),)),
    )


def test_fire_is_glimpsed_only_in_view_and_where_it_starts(make_session: MakeSession) -> None:
    session = make_session("#@..#.#", zombie=STOUT)
    pour(session, "tall grass", (3, 0), (5, 0))
    glimpses = looking(session)
    for x in (3, 5):
        assert session.world.publish(Ignite(session.world.root, 1, x, 0)).done
    assert glimpses.take() == (Glimpse(Happening.FIRE, ((3, 0),)),)


def test_harm_to_the_invisible_is_not_seen(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Fighter": {"attack": 90}}, zombie=STOUT)
    session.world.attach(creature(session, 2), Invisible())
    glimpses = looking(session)
    session.perform(Move(1, 0))
    assert glimpses.take() == ()


def test_taking_glimpses_does_not_change_the_game_state() -> None:
    looked_at, alone = Session(5), Session(5)
    glimpses = looking(looked_at)
    for _ in range(60):
        intent = choose(alone.view())
        alone.perform(intent)
        looked_at.perform(intent)
        glimpses.take()
    assert looked_at.digest.state() == alone.digest.state()
    assert state_digest(looked_at.world) == state_digest(alone.world)
