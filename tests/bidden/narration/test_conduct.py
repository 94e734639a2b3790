"""The player's deeds are counted, saved and reported at the end."""

import msgspec
from syrupy.assertion import SnapshotAssertion

from bidden.events.combat import Die, Wound
from bidden.intents import Move, Quaff, Wait
from bidden.narration.conduct import Done
from bidden.session import Session
from bidden.view import Ending
from tests.bidden.scenes import STOUT, MakeSession, creature, give


def test_view_lists_deeds_and_belongings_at_death(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z.z#", zombie={"Health": {"hp": 1, "most": 8}, "Mind": None})
    for name in ("potion of poison", "sword", "ration"):
        give(session, name, known=name != "potion of poison")
    session.perform(Move(1, 0))
    session.perform(Move(-1, 0))  # bumping into a wall is not a deed
    session.perform(Quaff("a"))
    session.world.publish(Die(creature(session, 4), session.player, outright=True))
    view = session.view()
    assert view.ending is Ending.DIED
    assert (view.belongings, view.conduct) == snapshot


def test_conduct_is_saved_and_loaded(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=STOUT)
    give(session, "sword")
    session.perform(Move(1, 0))
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, loaded):
        one.perform(Move(1, 0))
        one.perform(Wait())
        one.world.publish(Die(creature(one, 2), one.player, outright=True))
    assert loaded.conduct.counts == session.conduct.counts == {"Attack": 2}
    assert loaded.view() == session.view()
    assert loaded.save() == session.save()


def test_save_without_recorded_wounds_is_loaded(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=STOUT)
    session.perform(Move(1, 0))
    saved = msgspec.json.decode(session.save())
    assert saved.keys() >= {"counts", "slain", "belongings"}
    assert saved.keys().isdisjoint({"conduct", "scars"})
    saved |= {"slain": {"orc": 2}, "belongings": ["a sword"]}
    loaded = Session.restore(msgspec.json.encode(saved), catalogue=session.catalogue)
    assert loaded.conduct.done() == Done({"Attack": 1}, {"orc": 2}, ["a sword"])


def test_each_wound_is_noted_with_turn_level_and_cause(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z#", zombie=STOUT)
    you, zombie = session.player, creature(session, 2)
    for source, harm in (("", "blow"), ("dart", "missile")):
        wound = session.world.publish(Wound(zombie, you, source, kind="leg", harm=harm))
        assert wound.done
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, loaded):
        one.world.publish(Die(one.player, one.player, outright=True))
    assert session.conduct.scars == snapshot
    assert len(session.conduct.scars) == 2
    assert loaded.view() == session.view()
    assert Session.of_snapshot(session.snapshot()).conduct.scars == session.conduct.scars
