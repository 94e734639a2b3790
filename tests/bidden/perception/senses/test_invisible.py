"""Invisible creatures, and players who are knocked out."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.events.combat import Attack
from bidden.events.effects import Affect
from bidden.events.places import Spawn
from bidden.going.commands.fighting import fight
from bidden.going.known.notes import Notes
from bidden.intents import Move, Quaff, Wait
from bidden.session import Session
from eventcore import Entity
from tests.bidden.scenes import MakeSession, give, hp, map_of, said


def phantom(session: Session, x: int) -> Entity:
    made = session.world.publish(Spawn(session.world.root, None, "phantom", x, 0, 1)).made
    assert made is not None
    session.world.agenda.cancel(made)
    return made


def test_invisible_creature_is_shown_after_eyebright(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    phantom(session, 4)
    assert map_of(session.view()) == "#@....#"
    assert (session.view().foes, session.view().foes_at) == (0, ())
    give(session, "vial of eyebright")
    assert session.perform(Quaff("a")).done
    assert map_of(session.view()) == "#@..p.#"
    assert session.view().foes_at == ((4, 0),)
    for _ in range(51):
        session.perform(Wait())
    assert map_of(session.view()) == "#@....#"


def test_invisible_attacker_is_called_something_and_can_be_hit(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@....#")
    one = phantom(session, 2)
    session.world.publish(Attack(one, session.player))
    assert "phantom" not in " ".join(said(session))
    assert fight(session.view(), Notes(), 0) == snapshot(name="how to strike back")
    assert session.forecast(Move(1, 0)).targets == ()
    session.perform(Move(1, 0))
    assert hp(one) < 9
    assert said(session) == snapshot


def test_knocked_out_player_is_safe_for_ten_turns_afterwards(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@....#")
    knock = Affect(session.player, session.player, "knock-out", 2)
    assert session.world.publish(knock).applied
    for _ in range(2):
        session.perform(Wait())
    reasons = list[str | None]()
    for _ in range(12):
        again = session.world.publish(Affect(session.player, session.player, "knock-out"))
        reasons.append(again.reason)
        if again.applied:
            break
        session.perform(Wait())
    assert reasons == [*["nothing"] * 10, None]
    assert said(session) == snapshot
