"""Threats: which tiles in view a breath, fire, a burst or gas may take next, and nothing unseen."""

from __future__ import annotations

from bidden.events.effects import Affect
from bidden.events.ground import Ignite
from bidden.intents import Search, Wait
from bidden.session import Session
from bidden.worldgen.plan import Placement
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import MakeSession, put

DARK = {"Memory": {"radius": 3}}
DRAWN = {"Breath": {"drawn": 2}, "Mind": None}


def threatened(session: Session) -> dict[tuple[int, int], str]:
    return {threat.at: threat.by for threat in session.view().threatened}


def kindle(session: Session, x: int) -> None:
    assert session.world.publish(Ignite(session.world.root, 1, x, 0)).done


def test_a_drawn_breath_threatens_all_it_reaches(make_session: MakeSession) -> None:
    session = make_session("#@.....#.#", dragon=DRAWN)
    assert threatened(session) == {}
    put(session, Placement("dragon", 5, 0))
    assert threatened(session) == dict.fromkeys(row(0, *range(1, 7)), "a drawn breath")
    bare = {threat.at for threat in session.view().threatened if threat.bare}
    assert bare == {*row(0, 2, 3, 4, 6)}


def test_a_breath_that_is_not_drawn_threatens_nobody(make_session: MakeSession) -> None:
    session = make_session("#@.....#", dragon={"Breath": {"drawn": 1}, "Mind": None})
    put(session, Placement("dragon", 5, 0))
    assert threatened(session) == {}


def test_the_breath_of_who_is_not_seen_is_not_told_of(make_session: MakeSession) -> None:
    session = make_session("#@.....#", dragon=DRAWN, you=DARK)
    put(session, Placement("dragon", 5, 0))
    assert threatened(session) == {}


def test_a_friends_breath_is_no_threat(make_session: MakeSession) -> None:
    session = make_session("#@.....#", dragon={"Breath": {"drawn": 2}})
    dragon = put(session, Placement("dragon", 5, 0))
    assert threatened(session)
    session.world.publish(Affect(session.player, dragon, "charm"))
    assert threatened(session) == {}


def test_fire_threatens_what_burns_beside_it(make_session: MakeSession) -> None:
    session = make_session("#@........#")
    pour(session, "tall grass", *row(0, 4, 5, 6))
    kindle(session, 5)
    assert threatened(session) == dict.fromkeys(row(0, 4, 6), "fire")
    session.perform(Search())
    assert session.tile(2, 0) == "the floor"
    told = [session.tile(*threat.at) for threat in session.view().threatened]
    assert all(one.endswith("fire may come here next") for one in told)


def test_gas_that_bursts_does_so_as_a_whole_once_fire_comes_to_it(
    make_session: MakeSession,
) -> None:
    session = make_session("#@........#")
    pour(session, "tall grass", *row(0, 4, 5))
    kindle(session, 4)
    pour(session, "marsh gas", *row(0, 5, 6, 7), amount=9)
    assert threatened(session) == {
        (5, 0): "fire",
        **dict.fromkeys(row(0, 6, 7), "a burst of marsh gas"),
    }


def test_gas_threatens_where_it_drifts(make_session: MakeSession) -> None:
    session = make_session("#@........#")
    pour(session, "poison gas", (5, 0), amount=9)
    before = threatened(session)
    assert before == dict.fromkeys(row(0, 4, 6), "poison gas")
    session.perform(Wait())
    assert {*before} <= {*session.view().harm_at}


def test_who_is_proof_against_it_is_not_threatened(make_session: MakeSession) -> None:
    proof = {"Resistances": {"percent": {"fire": 100, "poison": 100}}}
    session = make_session("#@........#", you=proof)
    pour(session, "tall grass", *row(0, 4, 5, 6))
    kindle(session, 5)
    pour(session, "poison gas", (8, 0), amount=9)
    pour(session, "marsh gas", (4, 0), amount=9)
    assert threatened(session) == {}


def test_where_nothing_is_seen_to_come_nothing_is_threatened(make_session: MakeSession) -> None:
    told = []
    for there in (False, True):
        session = make_session("#@........#", you=DARK)
        if there:
            pour(session, "tall grass", *row(0, 6, 7))
            kindle(session, 6)
            pour(session, "poison gas", (8, 0), amount=30)
        told.append(threatened(session))
    assert told == [{}, {}]


def test_neither_a_fire_nor_what_it_may_take_is_told_of_out_of_view(
    make_session: MakeSession,
) -> None:
    session = make_session("#@........#", you=DARK)
    pour(session, "tall grass", *row(0, 4, 5))
    kindle(session, 5)
    assert threatened(session) == {}
    session = make_session("#@........#", you=DARK)
    pour(session, "tall grass", *row(0, 3, 4, 5))
    kindle(session, 4)
    assert threatened(session) == {(3, 0): "fire"}


def test_gas_out_of_view_bursts_unseen(make_session: MakeSession) -> None:
    session = make_session("#@........#", you=DARK)
    pour(session, "tall grass", *row(0, 3, 4))
    kindle(session, 3)
    pour(session, "marsh gas", *row(0, 4, 5, 6), amount=9)
    assert threatened(session) == {(4, 0): "fire"}
    session.perform(Wait())
    assert all(threat.at[0] <= 4 for threat in session.view().threatened)
