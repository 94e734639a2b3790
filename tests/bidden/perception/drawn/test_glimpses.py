"""Glimpses tell of settled events what the player saw of them, once, and change nothing."""

from __future__ import annotations

from bidden.bots.explorer import choose
from bidden.events.ground import Ignite
from bidden.intents import Move, PutOn, Read, Shoot, Throw, Wait
from bidden.perception.drawn.glimpses import Glimpses
from bidden.session import Session
from bidden.state import Invisible
from bidden.view import Glimpse, Happening
from eventcore import state_digest
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.ground.acting import pour
from tests.bidden.rules.magic.test_powers import STOUT, creature
from tests.bidden.scenes import Changes, MakeSession

FRAIL: Changes = {"Health": {"hp": 1, "most": 1}, "Mind": None, "Fighter": {"defence": 0}}


def looking(session: Session) -> Glimpses:
    return Glimpses(session.world, session.player)


def test_a_blow_that_lands_is_seen_on_who_is_hurt(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Fighter": {"attack": 90}}, zombie=STOUT)
    glimpses = looking(session)
    session.perform(Move(1, 0))
    assert glimpses.take() == (Glimpse(Happening.HURT, ((2, 0),)),)
    assert glimpses.take() == ()


def test_who_dies_of_it_is_seen_where_they_were(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Fighter": {"attack": 90}}, zombie=FRAIL)
    glimpses = looking(session)
    session.perform(Move(1, 0))
    assert glimpses.take() == (Glimpse(Happening.HURT, ((2, 0),)),)


def test_what_was_refused_is_not_seen(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    pour(session, "tall grass", (1, 0))
    glimpses = looking(session)
    assert not session.world.publish(Ignite(session.world.root, 1, 2, 0)).done
    assert glimpses.take() == ()


def test_an_arrow_flies_from_beside_the_archer_to_whom_it_hits(make_session: MakeSession) -> None:
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


def test_what_is_thrown_flies_to_where_it_lands(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    slot_of_a_rock = "a"
    give(session, "rock")
    glimpses = looking(session)
    assert session.perform(Throw(slot_of_a_rock, 4, 0)).done
    (shot,) = glimpses.take()
    assert shot == Glimpse(Happening.SHOT, ((2, 0), (3, 0), (4, 0)))


def test_lightning_flies_to_whom_it_strikes(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "scroll of lightning")
    glimpses = looking(session)
    assert session.perform(Read("a")).done
    assert Glimpse(Happening.SPELL, ((2, 0), (3, 0))) in glimpses.take()


def test_fire_is_seen_where_it_catches_and_only_in_view(make_session: MakeSession) -> None:
    session = make_session("#@..#.#", zombie=STOUT)
    pour(session, "tall grass", (3, 0), (5, 0))
    glimpses = looking(session)
    for x in (3, 5):
        assert session.world.publish(Ignite(session.world.root, 1, x, 0)).done
    assert glimpses.take() == (Glimpse(Happening.FIRE, ((3, 0),)),)


def test_harm_to_who_is_not_seen_is_not_seen(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Fighter": {"attack": 90}}, zombie=STOUT)
    session.world.attach(creature(session, 2), Invisible())
    glimpses = looking(session)
    session.perform(Move(1, 0))
    assert glimpses.take() == ()


def test_a_game_that_is_looked_at_goes_the_same_way() -> None:
    looked_at, alone = Session(5), Session(5)
    glimpses = looking(looked_at)
    for _ in range(60):
        intent = choose(alone.view())
        alone.perform(intent)
        looked_at.perform(intent)
        glimpses.take()
    assert looked_at.digest.state() == alone.digest.state()
    assert state_digest(looked_at.world) == state_digest(alone.world)


def test_what_nobody_takes_does_not_gather_without_end(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    pour(session, "tall grass", (2, 0))
    glimpses = looking(session)
    for _ in range(300):
        session.world.publish(Ignite(session.world.root, 1, 2, 0))
        session.perform(Wait())
    assert len(glimpses.take()) <= 100
