"""Magic and food: what drinking, reading and eating do, and when they are refused."""

import pytest

from bidden import intents
from bidden.components.body.health import Health
from bidden.components.body.stomach import Stomach
from bidden.components.magic.mana import Mana
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Die
from bidden.events.effects import what_is
from bidden.events.knowledge import Learn
from bidden.events.movement import Arrive
from bidden.events.things import PickUp
from bidden.intents import Drop, Eat, Move, Quaff, Use, Wait
from bidden.session import Session
from bidden.state import Fighter, name_of
from eventcore import Entity
from tests.bidden.scenes import MakeSession, hp


def give(session: Session, name: str, *, known: bool = True) -> Entity:
    """Let the player take up a thing that was not there before, and know what it is."""
    here = session.player[Position]
    thing = session.world.spawn(Position(here.x, here.y, here.level), *session.catalogue.make(name))
    if known:
        session.world.publish(Learn(session.player, session.player, name_of(thing)))
    session.world.publish(Arrive(thing))
    assert session.world.publish(PickUp(session.player, thing)).done
    return thing


def said(session: Session) -> list[str]:
    """What the player was told since the last thing was given."""
    texts = [line.text for line in session.messages.lines]
    return texts[max(n for n, text in enumerate(texts) if text.startswith("You pick up")) + 1 :]


def drink(session: Session, name: str) -> Entity:
    thing = give(session, name)
    assert session.perform(Quaff("a")).done
    assert session.player[Pack].things == {}
    assert not thing.alive
    return thing


def test_a_potion_of_health_gives_fifteen_once(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 20, "most": 40}})
    drink(session, "potion of health")
    assert hp(session.player) == 35
    assert said(session) == [
        "You quaff the potion of health.",
        "You feel better.",
        "You heal 15 HP.",
    ]
    assert session.world.turn == 1


def test_nobody_is_healed_beyond_being_whole(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 30, "most": 40}})
    drink(session, "potion of health")
    assert hp(session.player) == 40


def test_what_would_do_nothing_is_refused_and_kept(make_session: MakeSession) -> None:
    session = make_session("#@#")
    potion = give(session, "potion of health")
    assert session.perform(Quaff("a")).reason == "nothing"
    assert session.player[Pack].things == {"a": potion}
    assert session.world.turn == 0
    assert said(session) == ["Nothing happens."]


def test_poison_costs_a_hit_point_a_turn_for_twenty(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Recovery": None})
    drink(session, "potion of poison")
    for _ in range(30):
        session.perform(Wait())
    assert hp(session.player) == 20


def test_a_warrior_is_better_by_five_for_twenty_turns(make_session: MakeSession) -> None:
    session = make_session("#@#")
    drink(session, "potion of the warrior")
    fighter, found = session.player[Fighter], []
    for _ in range(21):
        found.append(what_is(session.world, session.player, "attack", fighter.attack))
        session.perform(Wait())
    assert found == [10] * 19 + [5] * 2


def test_mana_comes_back(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Mana": {"mana": 1, "most": 30}})
    drink(session, "potion of mana")
    assert session.player[Mana].mana == 11


@pytest.mark.parametrize("name", ["potion of health", "ration"])
def test_each_use_has_an_effect_of_its_own(make_session: MakeSession, name: str) -> None:
    session = make_session("#@#", you={"Health": {"hp": 1, "most": 40}})
    one, other = give(session, name), give(session, name)
    session.perform(Quaff("b") if name.startswith("potion") else Eat("b"))
    assert one.alive
    assert not other.alive
    assert session.player[Pack].things == {"a": one}


def test_a_ration_fills(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Stomach": {"food": 100, "most": 1000}})
    give(session, "ration")
    assert session.perform(Eat("a")).done
    assert session.player[Stomach].food == 400
    assert said(session) == ["You eat the ration."]


def test_who_eats_too_much_stretches_and_suffers(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Stomach": {"food": 900, "most": 1000}})
    give(session, "ration")
    session.perform(Eat("a"))
    stomach = session.player[Stomach]
    assert (stomach.food, stomach.most) == (1100, 1100)  # half way from 1000 to 1200
    assert session.player[Health].hp == 39
    assert said(session)[1:] == [
        "You have eaten more than you can hold.",
        "Overeating hurts you for 1.",
    ]


def test_who_has_four_wounds_dies_of_overeating_at_one(make_session: MakeSession) -> None:
    session = make_session(
        "#@#",
        you={
            "Health": {"hp": 1, "most": 40},
            "Stomach": {"food": 900, "most": 1000},
            "Wounds": {"taken": ["hand", "leg", "eye", "voice"]},
        },
    )
    give(session, "ration")
    session.perform(Eat("a"))
    assert not session.player.alive
    assert session.view().epitaph == "Killed by overeating on turn 0."


def test_what_is_rotten_takes_more_than_it_gives(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Stomach": {"food": 100, "most": 1000}})
    give(session, "rotten meat")
    session.perform(Eat("a"))
    assert session.player[Stomach].food == 50
    assert said(session) == ["You eat the piece of rotten meat.", "Gross!"]


def test_a_corpse_is_worth_the_hit_points_of_the_living(make_session: MakeSession) -> None:
    session = make_session(
        "#@z.z#",
        you={"Stomach": {"food": 100, "most": 1000}},
        zombie={"Health": {"hp": 1, "most": 8}, "Mind": None},
    )
    zombie = next(one for one in session.world.having(Fighter) if one is not session.player)
    session.world.publish(Die(session.player, zombie))
    session.perform(Move(zombie[Position].x - 1, 0) if zombie[Position].x == 2 else Move(1, 0))
    assert session.perform(intents.PickUp()).done
    assert session.perform(Eat("a")).done
    assert session.player[Stomach].food == 108


@pytest.mark.parametrize(("name", "use"), [("ration", Quaff("a")), ("potion of health", Eat("a"))])
def test_what_cannot_be_drunk_or_eaten_is_not(
    make_session: MakeSession, name: str, use: Use
) -> None:
    session = make_session("#@#", you={"Health": {"hp": 20, "most": 40}})
    thing = give(session, name)
    assert session.perform(use).failed
    assert thing.alive
    assert session.world.turn == 0


def test_what_is_held_is_in_the_view_with_what_can_be_done_with_it(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#")
    give(session, "potion of health")
    give(session, "ration")
    held = session.view().pack
    assert [(one.slot, one.name, one.uses) for one in held] == [
        ("a", "a potion of health", ("quaff", "throw", "drop")),
        ("b", "a ration", ("eat", "throw", "drop")),
    ]
    session.perform(Drop("b"))
    assert session.view().underfoot == ("a ration",)
    assert session.view().kinds_underfoot == ("food",)
    assert said(session) == ["You drop the ration."]
    session.perform(intents.PickUp())
    assert session.messages.lines[-1].text == "You pick up a ration (b)."


def test_a_game_saved_with_a_full_pack_goes_on_the_same(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 20, "most": 40}})
    for name in ("potion of health", "potion of the warrior", "ration"):
        give(session, name)
    session.perform(Quaff("b"))
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, loaded):
        one.perform(Quaff("a"))
        one.perform(Eat("c"))
    assert loaded.save() == session.save()
    assert loaded.view() == session.view()
