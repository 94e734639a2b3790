"""Locks: only a creature with the key can open the door."""

from __future__ import annotations

import pytest

from bidden.components.movement.door import Door, Lock
from bidden.components.things.pack import Pack
from bidden.events.movement import Close, Open
from bidden.intents import Drop, PickUp
from bidden.intents import Move as Step
from bidden.session import Session
from bidden.worldgen.plan import Placement
from eventcore import Entity
from eventcore.outcome import FAILED
from tests.bidden.scenes import MakeSession, put

EAST = Step(1, 0)


def locked(session: Session, x: int, key: str = "iron key") -> Entity:
    return put(session, Placement("door", x, 0, lock=key))


def lay(session: Session, x: int, key: str = "iron key", level: int = 1) -> Entity:
    return put(session, Placement(key, x, 0, opens=level))


def test_key_opens_the_door_and_stays_in_the_pack(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    key, door = lay(session, 1), locked(session, 2)
    assert session.perform(PickUp(0)).done
    opening = session.perform(EAST).outcome
    assert (opening is FAILED, door[Door].open, door[Lock].locked) == (False, True, False)
    assert session.player[Pack].things == {"a": key}


def test_unlocked_door_needs_no_key(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    lay(session, 1)
    door = locked(session, 2)
    session.perform(PickUp(0))
    session.perform(EAST)
    session.perform(Drop("a"))
    assert session.world.publish(Close(session.player, door)).done
    opening = session.world.publish(Open(session.player, door))
    assert (opening.done, opening.key) == (True, None)


@pytest.mark.parametrize(("key", "level"), [("brass key", 1), ("iron key", 2)])
def test_wrong_key_does_not_fit(make_session: MakeSession, key: str, level: int) -> None:
    session = make_session("#@..#")
    lay(session, 1, key, level)
    locked(session, 2)
    session.perform(PickUp(0))
    assert session.perform(EAST).reason == "locked"
