"""Creatures in view: their stances and condition."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.ai.wits import Wits
from bidden.components.body.health import Health
from bidden.components.run.goals import Hunted
from bidden.events.effects import Affect
from bidden.perception.senses.noticing import condition_of
from bidden.session import Session
from bidden.view import Stance
from bidden.worldgen.plan import Placement
from tests.bidden.scenes import MakeSession, other, put


def test_awake_foes_are_distinguished_from_sleeping_foes(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Mind": {"plan": ["rest"]}})
    assert session.view().stances == (((2, 0), Stance.FOE),)
    session.world.attach(other(session), Wits(state="asleep"))
    assert session.view().stances == (((2, 0), Stance.ASLEEP),)


def test_charmed_creature_is_an_ally(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Mind": {"plan": ["rest"]}})
    session.world.publish(Affect(session.player, other(session), "charm"))
    assert session.view().stances == (((2, 0), Stance.ALLY),)


def test_quarry_is_marked(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Mind": {"plan": ["rest"]}})
    session.world.attach(other(session), Hunted())
    assert session.view().stances == (((2, 0), Stance.QUARRY),)


def test_unseen_or_disguised_creature_has_no_stance(make_session: MakeSession) -> None:
    session = make_session("#@.+z#")
    put(session, Placement("gargoyle", 2, 0))
    assert session.view().stances == ()


def test_condition_depends_on_hit_points(snapshot: SnapshotAssertion) -> None:
    session = Session(5)
    session.player[Health].most = 40
    looks = {}
    for hp in (40, 39, 30, 29, 20, 19, 10, 9, 1):
        session.player[Health].hp = hp
        looks[hp] = condition_of(session.player, session.world)
    assert [looks[hp] == looks[hp - 1] for hp in (40, 30, 20, 10)] == [False] * 4
    assert [looks[39], looks[29], looks[19], looks[9]] == [looks[hp] for hp in (30, 20, 10, 1)]
    assert [*looks.values()] == snapshot


def test_thing_without_hit_points_has_no_condition() -> None:
    session = Session(5)
    assert condition_of(session.world.root, session.world) == ""
