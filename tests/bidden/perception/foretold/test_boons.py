"""The forecast of a boon agrees with its outcome."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.movement.position import Position
from bidden.events.places import Find
from bidden.intents import Move, UseBoon
from bidden.session import Session
from bidden.state import Fighter, Gate, Stair, name_of, the_thing
from eventcore import Entity
from tests.bidden.perception.foretold.forecasts import cost_of, forecast_of
from tests.bidden.scenes import MakeLevels, MakeSession, where
from tests.bidden.tricksters import put

STOUT = {"Health": {"hp": 99, "most": 99}, "Mind": None}
EAST = UseBoon(1, 0)


def gifted(
    make_session: MakeSession, drawing: str, boon: str, warp: str = "", **you: Any
) -> Session:
    """Start a game in which the player carries a boon."""
    boons = {"carried": [boon], "uses": [3], "warps": [warp]}
    return make_session(drawing, you={"Boons": boons, **you}, zombie=STOUT)


def called(one: Entity) -> str:
    return "you" if name_of(one) == "you" else the_thing(name_of(one))


def forecast_told(session: Session) -> str:
    return str(forecast_of(session, EAST))


@pytest.mark.parametrize(
    ("boon", "warp", "drawing"),
    [
        ("strike", "", "#@z.....#"),
        ("strike", "", "#@z#"),
        ("strike", "hollow", "#@z..#"),
        ("lash", "", "#@...z.#"),
        ("lash", "hollow", "#@...z.#"),
        ("lash", "ember", "#@...#"),
        ("ward", "", "#@...#"),
        ("leap", "", "#@z...#"),
        ("leap", "", "#@z.#"),
        ("leap", "", "#@..z.#"),
        ("leap", "ember", "#@..#.#"),
        ("rush", "", "#@....#"),
        ("rush", "", "#@.z..#"),
        ("rush", "ember", "#@...#"),
    ],
)
def test_forecast_of_a_boon_is_described(
    boon: str, warp: str, drawing: str, make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    assert forecast_told(gifted(make_session, drawing, boon, warp)) == snapshot


def test_forecast_says_that_the_target_will_be_on_fire(make_session: MakeSession) -> None:
    told = forecast_told(gifted(make_session, "#@z.....#", "strike", "ember"))
    assert "will be on fire for 3 turns" in told


@pytest.mark.parametrize(("boon", "does"), [("leap", "land"), ("rush", "run")])
def test_boon_movement_beyond_view_is_forecast_as_a_minimum(
    boon: str, does: str, make_session: MakeSession
) -> None:
    boons = {"carried": [boon], "uses": [3]}
    session = make_session("#@........#", you={"Boons": boons, "Memory": {"radius": 2}})
    told = forecast_told(session)
    assert told.startswith(f"you {does} at least 2 tiles")
    assert told.endswith("; you can't see what lies beyond")
    assert session.perform(EAST).done
    assert session.player[Position].x > 3


@pytest.mark.parametrize(
    ("boon", "drawing"),
    [
        (boon, drawing)
        for boon in ("strike", "lash", "leap", "pass", "rush")
        for drawing in ("#@z.....#", "#@...zz#", "#@........#", "#@:z..#", "#@..z:.#", "#@.+..#")
    ],
)
@pytest.mark.parametrize("warp", ["", "ember", "hollow"])
def test_creatures_moved_by_a_boon_end_where_forecast(
    boon: str, warp: str, drawing: str, make_levels: MakeLevels
) -> None:
    boons = {"carried": [boon], "uses": [3], "warps": [warp]}
    session = make_levels(f"{drawing}>#", "#.......<#", you={"Boons": boons}, zombie=STOUT)
    forecast = forecast_of(session, EAST)
    before = {one: where(one) for one in session.world.having(Fighter, Position)}
    done = session.perform(EAST).done
    if forecast.unsure or "stairs" in str(forecast):
        return
    assert done == (not forecast.refusal)
    moved = {called(one): where(one) for one, was in before.items() if where(one) != was}
    assert set(moved) == {one.name for one in forecast.shifts}
    for one in forecast.shifts:
        x, y, level = moved[one.name]
        assert level == (2 if one.does.endswith(("fall", "falls")) else 1)
        assert level == 2 or (x, y) == one.way[-1]


@pytest.mark.parametrize("boon", ["strike", "lash"])
@pytest.mark.parametrize("warp", ["", "ember", "hollow"])
def test_harm_of_a_boon_is_within_its_forecast(
    boon: str, warp: str, make_session: MakeSession
) -> None:
    session = gifted(make_session, "#@z..#" if boon == "strike" else "#@..z#", boon, warp)
    forecast = forecast_of(session, EAST)
    for seed in range(5):
        cost = cost_of(session, EAST, seed=seed)
        for target in forecast.targets:
            assert target.least <= cost[target.name] <= target.most


@pytest.mark.parametrize(("hp", "heals"), [(1, ""), (7, "heal up to 4 HP"), (99, "heal 4 HP")])
def test_draining_blow_heals_only_if_its_target_survives_the_blows(
    hp: int, heals: str, make_session: MakeSession
) -> None:
    boons, health = {"carried": ["strike"], "uses": [3], "warps": ["hollow"]}, {"hp": 5, "most": 40}
    zombie = {"Health": {"hp": hp, "most": 99}, "Mind": None}
    session = make_session("#@z..#", you={"Boons": boons, "Health": health}, zombie=zombie)
    forecast = forecast_of(session, EAST)
    lasting = {target.name: target.lasting for target in forecast.targets}
    assert lasting.get("you", ()) == ((heals,) if heals else ())
    if hp == 1:
        assert str(forecast) == "the zombie takes 1–5 damage and dies"
        session.perform(EAST)
        assert session.view().hp == 5


def test_throw_into_a_chasm_is_forecast(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    assert forecast_told(gifted(make_session, "#@z.:.#", "strike")) == snapshot


def test_known_trap_on_the_way_of_a_boon_is_forecast(make_session: MakeSession) -> None:
    session = gifted(make_session, "#@....#", "rush")
    trap = put(session, "dart trap", 3)
    assert forecast_of(session, EAST).trap == ""
    session.world.publish(Find(session.player, trap))
    assert forecast_of(session, EAST).trap == "dart trap"


def test_rush_over_stairs_is_forecast_with_the_way_it_takes(make_levels: MakeLevels) -> None:
    boons = {"carried": ["rush"], "uses": [3]}
    session = make_levels("#@..>...#", "#...<..#", you={"Boons": boons})
    forecast = forecast_of(session, EAST)
    assert (str(forecast), forecast.unsure) == ("you run 6 tiles and go down the stairs", "")
    for step in (EAST, Move(-1, 0), Move(-1, 0)):
        session.perform(step)
    assert session.player[Position].spot == (2, 0, 2)
    assert forecast_told(session) == "you run 4 tiles and go up the stairs"
    session.perform(EAST)
    assert session.player[Position].level == 1


def test_rush_into_a_gate_is_forecast_by_name(make_levels: MakeLevels) -> None:
    session = make_levels("#@..>#", "#..<#", you={"Boons": {"carried": ["rush"], "uses": [3]}})
    (stair,) = (one for one in session.world.having(Stair, Position) if one[Stair].to == 2)
    session.world.attach(stair, Gate())
    assert forecast_told(session) == "you run 3 tiles and step through the gate"


def test_ground_behind_a_wall_is_forecast_once_seen(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = gifted(make_session, "#@#..#", "pass")
    assert forecast_of(session, EAST).unsure
    assert forecast_told(session) == snapshot
    assert session.perform(EAST).done
    back = forecast_of(session, UseBoon(-1, 0))
    assert not back.unsure
    assert str(back) == snapshot
