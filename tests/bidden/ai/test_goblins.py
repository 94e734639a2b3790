"""Goblins shoot, throw and close in; they try unknown items and warn their fellows."""

import pytest

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Throw
from bidden.events.knowledge import Learn
from bidden.events.movement import Arrive
from bidden.events.turns import TakeTurn
from bidden.intents import Move
from bidden.session import Session
from eventcore import Entity
from tests.bidden.doing import act, goblin
from tests.bidden.scenes import MakeSession, hp, listening, place


def test_archer_shoots_from_afar_and_strikes_near(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    one = goblin(session, 4, 0, "bow")
    assert "Shoot" in act(session, one)
    near = goblin(session, 2, 0, "bow")
    done = act(session, near)
    assert "Shoot" not in done
    assert "Attack" in done


def test_goblin_throws_rocks_and_then_comes(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    one, ear = goblin(session, 5, 0, "rock", "ration"), listening(session)
    for _ in range(2):
        session.world.publish(TakeTurn(one))
    throws = ear.of(Throw)
    assert [event.struck for event in throws] == [session.player]
    assert place(one) == (4, 0)
    assert len(one[Pack].things) == 1


def test_goblin_does_not_throw_through_a_friend(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    one = goblin(session, 5, 0, "rock")
    goblin(session, 3)
    assert "Throw" not in act(session, one)


@pytest.mark.parametrize(
    ("thing", "x", "throws"),
    [
        ("fire pot", 5, True),
        ("fire pot", 2, False),  # the goblin itself would stand in the fire
        ("flask of bad air", 9, True),
        ("flask of oil", 5, False),  # nothing is burning
    ],
)
def test_goblin_throws_flasks_that_only_harm_foes(
    make_session: MakeSession, thing: str, x: int, *, throws: bool
) -> None:
    session = make_session("###########\n#.........#\n#@........#\n#.........#\n###########")
    one = goblin(session, x, 2, thing)
    assert ("Throw" in act(session, one)) == throws


def test_goblin_spares_fellows_its_fire_pot(make_session: MakeSession) -> None:
    session = make_session("###########\n#.........#\n#@........#\n#.........#\n###########")
    one = goblin(session, 5, 2, "fire pot")
    goblin(session, 1, 1)
    assert "Throw" not in act(session, one)


def lay(session: Session, name: str, x: int) -> Entity:
    thing = session.world.spawn(Position(x, 0), *session.catalogue.make(name))
    session.world.publish(Arrive(thing))
    return thing


def test_goblin_reads_an_unknown_scroll_when_it_sees_a_foe(make_session: MakeSession) -> None:
    session = make_session("#@+...#")
    one = goblin(session, 5, 0, "scroll of lightning")
    assert "Read" not in act(session, one)
    session.perform(Move(1, 0))
    before = hp(session.player)
    assert "Read" in act(session, one)
    assert before - hp(session.player) == 20
    assert one[ItemKnowledge].known == ["scroll of lightning"]
    assert session.player[ItemKnowledge].known == ["scroll of lightning"]


def test_goblin_reads_known_scroll_from_afar(make_session: MakeSession) -> None:
    for x, reads in ((4, False), (7, True)):
        session = make_session("#@.......#")
        one = goblin(session, x, 0, "scroll of fireball")
        session.world.publish(Learn(one, one, "scroll of fireball"))
        done = act(session, one)
        assert ("Read" in done) == reads
        assert hp(one) == 66


def test_goblin_tastes_one_unknown_potion(make_session: MakeSession) -> None:
    session = make_session("#@#....#")
    one = goblin(session, 4, 0, "potion of poison", "potion of speed")
    drunk = [act(session, one).count("Quaff") for _ in range(4)]
    assert drunk == [1, 0, 0, 0]
    assert one[ItemKnowledge].known == ["potion of poison"]
    assert one[ItemKnowledge].tasted
