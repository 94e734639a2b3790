"""Goblins: they shoot, throw, then come near; they try what they do not know, and tell."""

import pytest

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Shoot, Throw
from bidden.events.knowledge import Learn
from bidden.events.movement import Arrive, Leave
from bidden.events.places import Spawn
from bidden.events.things import PickUp, StartWearing
from bidden.events.turns import TakeTurn
from bidden.intents import Move, Wait
from bidden.session import Session
from bidden.state import Fighter, count_of, name_of
from eventcore import Entity
from tests.bidden.scenes import Ear, MakeSession, hp, place


def goblin(session: Session, x: int, y: int = 0, *things: str, creature: str = "goblin") -> Entity:
    """A goblin that holds things, and wields the first that can be; or another creature."""
    parts = session.catalogue.make(creature)
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


@pytest.mark.parametrize(
    ("thing", "x", "throws"),
    [
        ("fire pot", 5, True),
        ("fire pot", 2, False),  # it would stand in the fire itself
        ("flask of bad air", 9, True),
        ("flask of oil", 5, False),  # nothing is alight
    ],
)
def test_it_throws_what_breaks_where_that_harms_its_foe_and_not_itself(
    make_session: MakeSession, thing: str, x: int, *, throws: bool
) -> None:
    session = make_session("###########\n#.........#\n#@........#\n#.........#\n###########")
    one = goblin(session, x, 2, thing)
    assert ("Throw" in act(session, one)) == throws


def test_it_spares_its_fellows_what_breaks(make_session: MakeSession) -> None:
    session = make_session("###########\n#.........#\n#@........#\n#.........#\n###########")
    one = goblin(session, 5, 2, "fire pot")
    goblin(session, 1, 1)
    assert "Throw" not in act(session, one)


def lay(session: Session, name: str, x: int) -> Entity:
    thing = session.world.spawn(Position(x, 0), *session.catalogue.make(name))
    session.world.publish(Arrive(thing))
    return thing


def test_it_comes_with_a_weapon_armour_and_two_rocks(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    one = session.world.publish(Spawn(session.world.root, None, "goblin", 5, 0, 1)).made
    assert one is not None
    held = [thing for thing in one[Pack].things.values() if name_of(thing) != "arrow"]
    assert [(name_of(thing), count_of(thing)) for thing in held][2:] == [("rock", 2)]
    assert len(held) == 3
    assert len(one.owned) == 2


@pytest.mark.parametrize(
    "name", ["rock", "scroll of lightning", "potion of speed", "dagger", "fire pot"]
)
def test_it_goes_to_what_it_can_use_and_takes_it_up(make_session: MakeSession, name: str) -> None:
    session = make_session("#@#.....#")
    one, thing = goblin(session, 7), lay(session, name, 5)
    assert "PickUp" not in act(session, one)
    act(session, one)
    assert place(one) == (5, 0)
    act(session, one)
    assert thing in one[Pack].things.values()


@pytest.mark.parametrize("name", ["ration", "note"])
def test_it_leaves_what_it_has_no_use_for(make_session: MakeSession, name: str) -> None:
    session = make_session("#@#.....#")
    one, thing = goblin(session, 5), lay(session, name, 5)
    assert "PickUp" not in act(session, one)
    assert Position in thing


def test_what_it_threw_it_takes_up_and_throws_again(make_session: MakeSession) -> None:
    session = make_session("#@....#", you={"Health": {"hp": 400, "most": 400}})
    one, done = goblin(session, 5, 0, "rock"), list[str]()
    lay(session, "rock", 5)
    for _ in range(2):
        done += act(session, one)
    assert done.count("Throw") == 1
    assert place(one) == (4, 0)


def test_a_scroll_it_does_not_know_is_read_once_it_sees_a_foe(make_session: MakeSession) -> None:
    session = make_session("#@+...#")
    one = goblin(session, 5, 0, "scroll of lightning")
    assert "Read" not in act(session, one)
    session.perform(Move(1, 0))
    before = hp(session.player)
    assert "Read" in act(session, one)
    assert before - hp(session.player) == 20
    assert one[ItemKnowledge].known == ["scroll of lightning"]
    assert session.player[ItemKnowledge].known == ["scroll of lightning"]


def test_a_scroll_it_knows_is_read_at_a_foe_but_not_where_it_would_burn_itself(
    make_session: MakeSession,
) -> None:
    for x, reads in ((4, False), (7, True)):
        session = make_session("#@.......#")
        one = goblin(session, x, 0, "scroll of fireball")
        session.world.publish(Learn(one, one, "scroll of fireball"))
        done = act(session, one)
        assert ("Read" in done) == reads
        assert hp(one) == 66


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
