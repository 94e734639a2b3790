"""Threats: tiles endangered by breath, fire, bursts, gas or a step onto them."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.events.effects import Affect
from bidden.events.ground import Ignite
from bidden.events.places import Find
from bidden.intents import Move, Wait
from bidden.session import Session
from bidden.worldgen.plan import Placement
from tests.bidden.doing import DARK
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import MakeSession, put

DRAWN = {"Breath": {"drawn": 2}, "Mind": None}


def threatened(session: Session) -> dict[tuple[int, int], str]:
    return {threat.at: threat.by for threat in session.view().threatened}


def kindle(session: Session, x: int) -> None:
    assert session.world.publish(Ignite(session.world.root, 1, x, 0)).done


def test_inhaled_breath_threatens_every_tile_in_reach(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.....#.#", dragon=DRAWN)
    assert threatened(session) == {}
    put(session, Placement("dragon", 5, 0))
    assert {*threatened(session)} == {*row(0, *range(1, 7))}
    assert {*threatened(session).values()} == snapshot
    bare = {threat.at for threat in session.view().threatened if threat.bare}
    assert bare == {*row(0, 2, 3, 4, 6)}


def test_dragon_that_has_not_inhaled_threatens_nobody(make_session: MakeSession) -> None:
    session = make_session("#@.....#", dragon={"Breath": {"drawn": 1}, "Mind": None})
    put(session, Placement("dragon", 5, 0))
    assert threatened(session) == {}


def test_breath_of_an_unseen_creature_is_not_a_threat(make_session: MakeSession) -> None:
    session = make_session("#@.....#", dragon=DRAWN, you=DARK)
    put(session, Placement("dragon", 5, 0))
    assert threatened(session) == {}


def test_breath_of_a_friendly_creature_is_not_a_threat(make_session: MakeSession) -> None:
    session = make_session("#@.....#", dragon={"Breath": {"drawn": 2}})
    dragon = put(session, Placement("dragon", 5, 0))
    assert threatened(session)
    session.world.publish(Affect(session.player, dragon, "charm"))
    assert threatened(session) == {}


def test_fire_threatens_burnable_tiles_beside_it(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@........#")
    pour(session, "tall grass", *row(0, 4, 5, 6))
    kindle(session, 5)
    assert threatened(session) == dict.fromkeys(row(0, 4, 6), "fire")
    assert [session.tile(*threat.at) for threat in session.view().threatened] == snapshot


def test_gas_bursts_as_a_whole_once_fire_comes_to_it(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@........#")
    pour(session, "tall grass", *row(0, 4, 5))
    kindle(session, 4)
    pour(session, "marsh gas", *row(0, 5, 6, 7), amount=9)
    threats = threatened(session)
    assert {*threats} == {*row(0, 5, 6, 7)}
    assert threats[5, 0] != threats[6, 0] == threats[7, 0]
    assert threats == snapshot


def test_gas_threatens_where_it_drifts(make_session: MakeSession) -> None:
    session = make_session("#@........#")
    pour(session, "poison gas", (5, 0), amount=9)
    before = threatened(session)
    assert before == dict.fromkeys(row(0, 4, 6), "poison gas")
    session.perform(Wait())
    assert {*before} <= {*session.view().harm_at}


def test_gas_out_of_view_bursts_unseen(make_session: MakeSession) -> None:
    session = make_session("#@........#", you=DARK)
    pour(session, "tall grass", *row(0, 3, 4))
    kindle(session, 3)
    pour(session, "marsh gas", *row(0, 4, 5, 6), amount=9)
    assert threatened(session) == {(4, 0): "fire"}
    session.perform(Wait())
    assert all(threat.at[0] <= 4 for threat in session.view().threatened)


EAST = Move(1, 0)


@pytest.mark.parametrize("trap", ["dart trap", "fire trap", "needle trap", "flash trap"])
def test_trap_is_forecast_only_after_it_is_found(make_session: MakeSession, trap: str) -> None:
    session = make_session("#@...#")
    there = put(session, Placement(trap, 2, 0))
    assert session.forecast(EAST).trap == ""
    session.world.publish(Find(session.player, there))
    assert session.forecast(EAST).trap == trap
    assert session.forecast(Move(-1, 0)).trap == ""


def test_visible_web_is_forecast(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    put(session, Placement("web", 2, 0))
    assert session.forecast(EAST).trap == "web"


def test_blow_at_a_creature_on_a_trap_springs_nothing(make_session: MakeSession) -> None:
    session = make_session("#@z..#", zombie={"Mind": None})
    put(session, Placement("web", 2, 0))
    assert session.forecast(EAST).trap == ""
