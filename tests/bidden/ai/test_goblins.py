"""Goblins: they shoot, throw, then come near; they try what they do not know, and tell."""

import pytest

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Shoot, Throw
from bidden.events.movement import Arrive, Leave
from bidden.events.things import PickUp, StartWearing
from bidden.events.turns import TakeTurn
from bidden.intents import Wait
from bidden.session import Session
from bidden.state import Fighter
from eventcore import Entity
from tests.bidden.scenes import Ear, MakeSession, hp, place


def goblin(session: Session, x: int, y: int = 0, *things: str) -> Entity:
    """A goblin that holds things, and wields the first that can be."""
    parts = session.catalogue.make("goblin")
    one = session.world.spawn(Position(x, y), *parts)
    session.world.publish(Arrive(one))
    for name in things:
        thing = session.world.spawn(Position(x, y), *session.catalogue.make(name))
        session.world.publish(Arrive(thing))
        assert session.world.publish(PickUp(one, thing)).done
        if name == "bow":
            session.world.publish(StartWearing(one, one, thing))
    return one


def heard(session: Session) -> Ear:
    ear = Ear()
    session.world.tap(ear)
    return ear


def act(session: Session, one: Entity) -> list[str]:
    """Let it take a turn; give what it came to."""
    ear = heard(session)
    session.world.publish(TakeTurn(one))
    session.world.untap(ear)
    return [type(event).__name__ for event in ear.events]


def test_with_a_bow_it_shoots_from_afar_and_strikes_beside_one(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    one = goblin(session, 4, 0, "bow")
    assert "Shoot" in act(session, one)
    near = goblin(session, 2, 0, "bow")
    done = act(session, near)
    assert "Shoot" not in done
    assert "Attack" in done


def test_a_shot_is_worth_half_its_attack_and_the_bow(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    one, ear = goblin(session, 4, 0, "bow"), heard(session)
    session.world.publish(TakeTurn(one))
    shot = next(event for event in ear.events if isinstance(event, Shoot))
    assert shot.struck is session.player
    assert 1 <= 40 - hp(session.player) <= (15 + 1) // 2 + 5 - 1


def test_it_throws_what_is_made_for_it_and_then_comes(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    one, ear = goblin(session, 5, 0, "rock", "ration"), heard(session)
    for _ in range(2):
        session.world.publish(TakeTurn(one))
    throws = [event for event in ear.events if isinstance(event, Throw)]
    assert [event.struck for event in throws] == [session.player]
    assert place(one) == (4, 0)
    assert len(one[Pack].things) == 1


def test_it_does_not_throw_through_a_friend(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    one = goblin(session, 5, 0, "rock")
    goblin(session, 3)
    assert "Throw" not in act(session, one)


@pytest.mark.parametrize("drawing", ["#@.+..#", "#@.#..#"])
def test_it_neither_shoots_nor_throws_at_whom_it_does_not_see(
    make_session: MakeSession, drawing: str
) -> None:
    session = make_session(drawing)
    one = goblin(session, 5, 0, "bow", "rock")
    assert not {"Shoot", "Throw"} & {*act(session, one)}


def test_it_drinks_one_potion_it_does_not_know_in_its_life(make_session: MakeSession) -> None:
    session = make_session("#@#....#")
    one = goblin(session, 4, 0, "potion of poison", "potion of speed")
    drunk = [act(session, one).count("Quaff") for _ in range(4)]
    assert drunk == [1, 0, 0, 0]
    assert one[ItemKnowledge].known == ["potion of poison"]
    assert one[ItemKnowledge].tasted


def test_it_goes_on_the_same_after_loading(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    one = goblin(session, 6, 0, "rock", "potion of speed")
    session.world.agenda.schedule(one, priority=1)
    session.perform(Wait())
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for game in (session, loaded):
        for _ in range(6):
            game.perform(Wait())
    assert loaded.save() == session.save()
    assert Fighter in one
    session.world.publish(Leave(one))
