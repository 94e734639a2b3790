"""Magic and food: what drinking, reading and eating do, and when they are refused."""

import pytest

from bidden.components.things.pack import Pack
from bidden.intents import Eat, Quaff, Use
from bidden.session import Session
from eventcore import Entity
from tests.bidden.scenes import MakeSession, give


def drink(session: Session, name: str) -> Entity:
    thing = give(session, name)
    assert session.perform(Quaff("a")).done
    assert session.player[Pack].things == {}
    assert not thing.alive
    return thing


def test_useless_known_potion_is_kept(make_session: MakeSession) -> None:
    session = make_session("#@#")
    potion = give(session, "potion of health")
    assert session.perform(Quaff("a")).reason == "nothing"
    assert session.player[Pack].things == {"a": potion}
    assert session.world.turn == 0


@pytest.mark.parametrize(("name", "use"), [("ration", Quaff("a")), ("potion of health", Eat("a"))])
def test_wrong_use_of_a_thing_is_refused(make_session: MakeSession, name: str, use: Use) -> None:
    session = make_session("#@#", you={"Health": {"hp": 20, "most": 40}})
    thing = give(session, name)
    assert session.perform(use).failed
    assert thing.alive
    assert session.world.turn == 0
