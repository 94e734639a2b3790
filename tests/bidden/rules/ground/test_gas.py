"""Gas spreads, thins, drifts as forecast, leaks from the dead, hurts and explodes."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.components.movement.door import Door
from bidden.events.combat import TakeDamage
from bidden.events.ground import Burst, Drift, Ignite, Known
from bidden.events.movement import Open
from bidden.rules.ground.drifting import spread_out
from bidden.session import Session
from tests.bidden.rules.ground.acting import at, called, covers, ground, pour, row
from tests.bidden.scenes import MINDLESS, Changes, MakeSession, listening, place, wait

EAST, WAIT = intents.Move(1, 0), intents.Wait()


def test_gas_spreads_evenly_and_thins_by_one_a_tile(make_session: MakeSession) -> None:
    session = make_session("#@........z#", zombie=MINDLESS)
    pour(session, "poison gas", (6, 0), amount=12)
    seen = []
    for _ in range(4):
        session.perform(WAIT)
        seen.append(at(session, "gases"))
    assert seen == [
        {(5, 0): 3, (6, 0): 3, (7, 0): 3},
        {(5, 0): 1, (6, 0): 2, (7, 0): 1},
        {(6, 0): 1},
        {},
    ]


def test_closed_door_blocks_gas_until_it_is_opened(make_session: MakeSession) -> None:
    session = make_session("#@.+...z#", zombie=MINDLESS)
    pour(session, "poison gas", (4, 0), amount=30)
    session.perform(WAIT)
    assert [x for x, _ in at(session, "gases")] == [4, 5]
    session.perform(EAST)
    (door,) = session.world.having(Door)
    session.world.publish(Open(session.player, door))
    session.perform(WAIT)
    assert (3, 0) in at(session, "gases")


def test_gas_hurts_unless_resisted(make_session: MakeSession) -> None:
    for spared, harmed in ((0, True), (100, False)):
        resistances: Changes = {**MINDLESS, "Resistances": {"percent": {"poison": spared}}}
        session = make_session("#@......z#", zombie=resistances)
        pour(session, "poison gas", (8, 0), amount=3)
        ear = listening(session)
        session.perform(WAIT)
        harms = [event for event in ear.events if isinstance(event, TakeDamage) and event.done]
        assert [(one.source, one.kind, one.strength) for one in harms] == [
            ("poison gas", "poison", 3)
        ] * harmed


def test_creatures_avoid_gas_and_the_forecast_warns_the_player(make_session: MakeSession) -> None:
    session = make_session("#@....z#")
    pour(session, "poison gas", (4, 0), amount=40)
    session.perform(WAIT)
    assert place(called(session, "zombie"))[0] >= 5
    near = make_session("#@....z#", zombie=MINDLESS)
    pour(near, "poison gas", (2, 0), amount=5)
    assert [str(one) for one in near.forecast(EAST).targets] == ["you take 1–3 damage"]


def test_marsh_gas_bursts_on_all_connected_tiles_when_ignited(make_session: MakeSession) -> None:
    session = make_session("#@........z#", zombie=MINDLESS)
    pour(session, "marsh gas", *row(0, 4, 5, 6, 9, 10), amount=2)
    pour(session, "tall grass", (6, 0), (9, 0))
    ear = listening(session)
    assert session.world.publish(Ignite(session.player, 1, 5, 0)).done
    (burst,) = ear.of(Burst)
    assert (burst.enactor, burst.tiles) == (session.player, row(0, 4, 5, 6))
    assert list(at(session, "gases")) == row(0, 9, 10)
    assert list(at(session, "fires")) == row(0, 6)


def test_fissure_leaks_gas_in_about_30_percent_of_turns(make_session: MakeSession) -> None:
    session = make_session("#@........z#", zombie=MINDLESS)
    pour(session, "fissure", (5, 0))
    ear = listening(session)
    wait(session, 60)
    drifts = ear.of(Drift)
    assert len(drifts) == 60
    assert 9 <= sum(len(drift.seeped) for drift in drifts) <= 27  # 30 % of 60 is 18
    assert covers(session) == {(5, 0): "fissure"}


def slay(session: Session) -> None:
    """Kill the zombie as the player."""
    zombie = called(session, "zombie")
    session.world.publish(TakeDamage(session.player, zombie, 99, sure=True))


def test_creature_spills_oil_around_it_when_it_dies(make_session: MakeSession) -> None:
    leaking = {"Mind": None, "Leaks": {"kind": "oil", "radius": 1}}
    session = make_session("#@...z.#", zombie=leaking)
    slay(session)
    assert covers(session) == dict.fromkeys(row(0, 4, 5, 6), "oil")
    assert at(session, "fires") == {}


def test_fire_of_leaked_oil_belongs_to_the_killer_of_the_creature(
    make_session: MakeSession,
) -> None:
    leaking = {"Mind": None, "Leaks": {"kind": "oil", "lights": True}}
    session = make_session("#@...z.#", zombie=leaking)
    slay(session)
    (fire,) = ground(session).on("fires", 1).values()
    assert ((fire.x, fire.y), fire.by) == ((5, 0), session.player)


@pytest.mark.parametrize("drawing", ["#@......#", "#@...####", "#@...+..#"])
@pytest.mark.parametrize(
    ("remembered", "later"),
    [
        ("", {(3, 0): 4, (4, 0): 5}),
        ("#", {(3, 0): 4, (4, 0): 5}),
        ("+", {(3, 0): 4, (4, 0): 5}),
        (".", {(3, 0): 3, (4, 0): 3, (5, 0): 3}),
        ("'", {(3, 0): 3, (4, 0): 3, (5, 0): 3}),
    ],
)
def test_unseen_tiles_count_as_remembered(
    make_session: MakeSession, drawing: str, remembered: str, later: dict[tuple[int, int], int]
) -> None:
    world = make_session(drawing).world
    known = Known(frozenset({(2, 0), (3, 0), (4, 0)}), {(5, 0): remembered} if remembered else {})
    gas = spread_out({(4, 0): 9}, 0, 1, world, known)
    assert gas == later
