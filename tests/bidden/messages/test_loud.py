"""Dangers and rewards are told in a loud line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.wounds import Wounds
from bidden.events.body import Earn
from bidden.events.combat import TakeDamage, Wound
from bidden.events.things import Break, Crack
from bidden.session import Session
from bidden.view import Line
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.run.test_run import bound, settle
from tests.bidden.scenes import MakeSession


def wound(session: Session) -> None:
    session.world.publish(Wound(session.player, session.player, kind="leg"))


def crack(session: Session) -> None:
    session.world.publish(Crack(session.player, session.player, give(session, "sword")))


def breaks(session: Session) -> None:
    session.world.publish(Break(session.player, session.player, give(session, "sword")))


def gain_a_level(session: Session) -> None:
    session.world.publish(Earn(session.player, session.player, 50, "ox"))


@pytest.mark.parametrize(
    "happens", [wound, crack, breaks, gain_a_level], ids=lambda one: one.__name__
)
def test_danger_is_told_in_one_loud_line(
    happens: Callable[[Session], None], make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z#")
    happens(session)
    [told] = [line for line in session.messages.lines if line.loud]
    assert told.text == snapshot


def test_hit_is_not_loud(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    session.world.publish(TakeDamage(session.player, session.player, 1, source="fire"))
    assert [line.loud for line in session.messages.lines] == [False]


def test_whole_reward_of_a_task_is_loud(snapshot: SnapshotAssertion) -> None:
    session = bound("seek", danger=4, uses=2, gift="crossbow")
    session.player[Wounds].taken = ["leg"]
    settle(session, "seek")
    assert [line.text for line in session.messages.lines if line.loud] == snapshot


def test_save_from_before_loud_lines_is_read(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    wound(session)
    lines = session.messages.lines
    restored = Session.restore(
        session.save().replace(b',"loud":true', b"").replace(b'"loud":true,', b"")
    )
    assert [line.text for line in restored.messages.lines] == [line.text for line in lines]
    assert restored.messages.lines[-1] == Line(lines[-1].text, "harm", 0, lines[-1].sequence)
