"""Stances of creatures in view: foe, asleep, ally or quarry."""

from __future__ import annotations

from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.run.goals import Hunted
from bidden.events.effects import Affect
from bidden.session import Session
from bidden.view import Stance
from bidden.worldgen.plan import Placement
from eventcore import Entity
from tests.bidden.scenes import MakeSession, put


def other(session: Session) -> Entity:
    (one,) = (one for one in session.world.having(Mind) if one is not session.player)
    return one


def test_foes_that_are_awake_are_told_from_those_that_sleep(make_session: MakeSession) -> None:
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
