"""Gear changes its wearer's stats, and must come off before it can be dropped."""

import pytest

from bidden import intents
from bidden.components.things.pack import Pack
from bidden.events.effects import what_is
from bidden.intents import Drop
from bidden.session import Session
from bidden.state import Fighter
from eventcore import Entity
from tests.bidden.scenes import MakeSession, wear


def stat(session: Session, name: str, who: Entity | None = None) -> int:
    who = session.player if who is None else who
    return what_is(session.world, who, name, getattr(who[Fighter], name))


@pytest.mark.parametrize(
    ("name", "attack", "defence"),
    [("sword", 9, 1), ("staff", 7, 2), ("leather armour", 5, 2), ("coat of mail", 5, 3)],
)
def test_worn_gear_changes_stats_until_taken_off(
    make_session: MakeSession, name: str, attack: int, defence: int
) -> None:
    session = make_session("#@#")
    wear(session, name)
    assert (stat(session, "attack"), stat(session, "defence")) == (attack, defence)
    assert session.world.turn == 1
    assert session.perform(intents.TakeOff("a")).done
    assert (stat(session, "attack"), stat(session, "defence")) == (5, 1)
    assert list(session.player[Pack].things) == ["a"]


def test_new_gear_replaces_gear_of_its_kind(make_session: MakeSession) -> None:
    session = make_session("#@#")
    dagger, armour, sword = (wear(session, one) for one in ("dagger", "leather armour", "sword"))
    assert [one.owner is session.player for one in (dagger, armour, sword)] == [False, True, True]
    assert (stat(session, "attack"), stat(session, "defence")) == (9, 2)
    assert len(session.player[Pack].things) == 3


def test_dropped_gear_is_taken_off_first(make_session: MakeSession) -> None:
    session = make_session("#@#")
    sword = wear(session, "sword")
    assert session.perform(Drop("a")).done
    assert sword.owner is None
    assert stat(session, "attack") == 5
