"""Magic and food: what drinking, reading and eating do, and when they are refused."""

import pytest

from bidden.components.body.health import Health
from bidden.components.body.stomach import Stomach
from bidden.components.things.pack import Pack
from bidden.events.effects import what_is
from bidden.intents import Eat, Quaff, Use, Wait
from bidden.session import Session
from bidden.state import Fighter
from eventcore import Entity
from tests.bidden.scenes import MakeSession, hp, wait
from tests.bidden.scenes import give as give


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
    assert session.world.turn == 1


def test_useless_known_potion_is_kept(make_session: MakeSession) -> None:
    session = make_session("#@#")
    potion = give(session, "potion of health")
    assert session.perform(Quaff("a")).reason == "nothing"
    assert session.player[Pack].things == {"a": potion}
    assert session.world.turn == 0


def test_poison_costs_a_hit_point_a_turn_for_twenty(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Recovery": None})
    drink(session, "potion of poison")
    wait(session, 30)
    assert hp(session.player) == 20


def test_a_warrior_is_better_by_five_for_twenty_turns(make_session: MakeSession) -> None:
    session = make_session("#@#")
    drink(session, "potion of the warrior")
    fighter, found = session.player[Fighter], []
    for _ in range(21):
        found.append(what_is(session.world, session.player, "attack", fighter.attack))
        session.perform(Wait())
    assert found == [10] * 19 + [5] * 2


def test_a_ration_fills(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Stomach": {"food": 100, "most": 1000}})
    give(session, "ration")
    assert session.perform(Eat("a")).done
    assert session.player[Stomach].food == 400


def test_overeating_hurts(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Stomach": {"food": 900, "most": 1000}})
    give(session, "ration")
    session.perform(Eat("a"))
    stomach = session.player[Stomach]
    assert (stomach.food, stomach.most) == (1100, 1100)  # half way from 1000 to 1200
    assert session.player[Health].hp == 39


@pytest.mark.parametrize(("name", "use"), [("ration", Quaff("a")), ("potion of health", Eat("a"))])
def test_wrong_use_of_a_thing_is_refused(make_session: MakeSession, name: str, use: Use) -> None:
    session = make_session("#@#", you={"Health": {"hp": 20, "most": 40}})
    thing = give(session, name)
    assert session.perform(use).failed
    assert thing.alive
    assert session.world.turn == 0
