"""Locks: a door stays shut to all but those who hold its key."""

from __future__ import annotations

import pytest

from bidden.components.movement.door import Door
from bidden.components.movement.lock import Lock
from bidden.components.things.pack import Pack
from bidden.events.movement import Close, Move, Open
from bidden.events.queries import WhichKey
from bidden.intents import Drop, PickUp
from bidden.intents import Move as Step
from bidden.session import Session
from bidden.state import Key, name_of
from bidden.worldgen.plan import Placement
from eventcore import Entity
from eventcore.outcome import FAILED
from tests.bidden.rules.magic.test_powers import creature
from tests.bidden.scenes import MakeSession, map_of, place, put

EAST = Step(1, 0)


def told(session: Session) -> list[str]:
    return [line.text for line in session.messages.lines]


def locked(session: Session, x: int, key: str = "iron key") -> Entity:
    return put(session, Placement("door", x, 0, lock=key))


def lay(session: Session, x: int, key: str = "iron key", level: int = 1) -> Entity:
    return put(session, Placement(key, x, 0, opens=level))


def test_a_locked_door_stays_shut_to_who_holds_no_key(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    door = locked(session, 2)
    assert session.perform(EAST).reason == "locked"
    assert (door[Door].open, door[Lock].locked, place(session.player)) == (False, True, (1, 0))
    assert (told(session), session.world.turn) == (["The door is locked."], 0)


def test_the_lock_refuses_and_the_door_itself_does_not(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    opening = session.world.publish(Open(session.player, locked(session, 2)))
    assert opening.outcome is FAILED
    assert str(opening.failed_by) == "Lock.stay_locked (VALIDATE 115)"


def test_its_key_opens_it_and_stays_in_the_pack(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    key, door = lay(session, 1), locked(session, 2)
    assert session.perform(PickUp(0)).done
    opening = session.perform(EAST).outcome
    assert (opening is FAILED, door[Door].open, door[Lock].locked) == (False, True, False)
    assert session.player[Pack].things == {"a": key}
    assert told(session)[-1] == "You unlock the door with the iron key."


def test_once_opened_it_is_a_door_as_any_other(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    lay(session, 1)
    door = locked(session, 2)
    session.perform(PickUp(0))
    session.perform(EAST)
    session.perform(Drop("a"))
    assert session.world.publish(Close(session.player, door)).done
    opening = session.world.publish(Open(session.player, door))
    assert (opening.done, opening.key) == (True, None)
    assert told(session)[-1] == "You open the door."


@pytest.mark.parametrize(("key", "level"), [("brass key", 1), ("iron key", 2)])
def test_another_key_or_one_of_another_level_does_not_fit(
    make_session: MakeSession, key: str, level: int
) -> None:
    session = make_session("#@..#")
    lay(session, 1, key, level)
    locked(session, 2)
    session.perform(PickUp(0))
    assert session.perform(EAST).reason == "locked"


def test_of_keys_that_fit_the_first_in_the_pack_is_found(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    put(session, Placement("ration", 1, 0))
    keys = [lay(session, 1), lay(session, 1)]
    for _ in range(3):
        session.perform(PickUp(0))
    question = session.world.ask(WhichKey(session.player, "iron key", 1))
    assert question.found is keys[0]
    assert name_of(keys[0]) == "iron key"
    assert keys[0][Key].level == 1


def test_a_creature_without_the_key_is_stopped_too(make_session: MakeSession) -> None:
    session = make_session("#@..h#")
    door = locked(session, 3)
    move = session.world.publish(Move(creature(session, 4), -1, 0))
    assert (move.outcome, move.reason, door[Door].open) == (FAILED, "locked", False)


def test_one_sees_that_a_door_is_locked_and_then_that_it_is_open(
    make_session: MakeSession,
) -> None:
    session = make_session("#@..#")
    locked(session, 2)
    session.perform(Step(-1, 0))
    session.perform(EAST)
    lay(session, 1)
    session.perform(PickUp(0))
    assert map_of(session.view()) == "#@X.#"
    assert session.view().tiles[0][2].name == "a locked door"
    session.perform(EAST)
    assert map_of(session.view()) == "#@'.#"


def test_a_game_saved_before_a_lock_goes_on_the_same(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    lay(session, 1)
    locked(session, 2)
    session.perform(PickUp(0))
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, loaded):
        one.perform(EAST)
        one.perform(EAST)
    assert place(loaded.player) == (2, 0)
    assert loaded.save() == session.save()
