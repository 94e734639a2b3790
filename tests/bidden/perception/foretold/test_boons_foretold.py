"""Boons foretold: what a boon would come to in a direction is what comes of it then."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.minds import Obey
from bidden.events.places import Find
from bidden.intents import UseBoon
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.session import Session
from bidden.state import Fighter, Invisible, name_of, the_thing
from eventcore import Entity
from tests.bidden.perception.foretold.test_forecasting import come_of, forecast_of
from tests.bidden.rules.places.test_chasms import where
from tests.bidden.scenes import MakeLevels, MakeSession
from tests.bidden.tricksters import put

STOUT = {"Health": {"hp": 99, "most": 99}, "Mind": None}
EAST = UseBoon(1, 0)


def gifted(
    make_session: MakeSession, drawing: str, boon: str, warp: str = "", **you: Any
) -> Session:
    """A game in which the player carries a boon."""
    boons = {"carried": [boon], "uses": [3], "warps": [warp]}
    return make_session(drawing, you={"Boons": boons, **you}, zombie=STOUT)


def called(one: Entity) -> str:
    return "you" if name_of(one) == "you" else the_thing(name_of(one))


def told(session: Session) -> str:
    return str(forecast_of(session, EAST))


@pytest.mark.parametrize(
    ("boon", "warp", "drawing", "words"),
    [
        ("strike", "", "#@z.....#", "the zombie: 2–10 hp, is thrown 3 tiles"),
        ("strike", "", "#@z#", "the zombie: 2–10 hp"),
        (
            "strike",
            "hollow",
            "#@z..#",
            "the zombie: 6–14 hp, slowness for 8, is thrown 2 tiles",
        ),
        ("lash", "", "#@...z.#", "the zombie is pulled 3 tiles"),
        (
            "lash",
            "hollow",
            "#@...z.#",
            "you change places with the zombie; the zombie comes 4 tiles",
        ),
        ("lash", "ember", "#@...#", "fire on 3 tiles"),
        ("ward", "", "#@...#", "you: ward for 6"),
        ("leap", "", "#@z...#", "you land 3 tiles ahead"),
        ("leap", "", "#@z.#", "you land 2 tiles ahead; the zombie is pushed away"),
        ("leap", "", "#@..z.#", "you land 2 tiles ahead; the zombie is pushed away"),
        ("leap", "ember", "#@..#.#", "you land 2 tiles ahead; fire on 1 tile"),
        ("rush", "", "#@....#", "you run 4 tiles"),
        ("rush", "", "#@.z..#", "the zombie is carried 2 tiles; you run 3 tiles"),
        ("rush", "ember", "#@...#", "you run 3 tiles; fire on 3 tiles"),
    ],
)
def test_what_a_boon_would_come_to_is_told(
    boon: str, warp: str, drawing: str, words: str, make_session: MakeSession
) -> None:
    assert told(gifted(make_session, drawing, boon, warp)) == words


@pytest.mark.parametrize(
    ("boon", "drawing"),
    [
        (boon, drawing)
        for boon in ("strike", "lash", "leap", "pass", "rush")
        for drawing in (
            "#@z.....#",
            "#@z#",
            "#@.z..z.#",
            "#@...zz#",
            "#@........#",
            "#@#",
            "#@zz..#",
            "#@:z..#",
            "#@z:..#",
            "#@..z:.#",
            "#@.+..#",
        )
    ],
)
@pytest.mark.parametrize("warp", ["", "ember", "hollow"])
def test_where_everybody_comes_to_be_is_where_they_come(
    boon: str, warp: str, drawing: str, make_levels: MakeLevels
) -> None:
    boons = {"carried": [boon], "uses": [3], "warps": [warp]}
    session = make_levels(f"{drawing}>#", "#.......<#", you={"Boons": boons}, zombie=STOUT)
    forecast = forecast_of(session, EAST)
    before = {one: where(one) for one in session.world.having(Fighter, Position)}
    done = session.perform(EAST).done
    if forecast.unsure:
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
def test_what_it_costs_is_within_what_was_told(
    boon: str, warp: str, make_session: MakeSession
) -> None:
    session = gifted(make_session, "#@z..#" if boon == "strike" else "#@..z#", boon, warp)
    forecast = forecast_of(session, EAST)
    for seed in range(5):
        cost = come_of(session, EAST, seed=seed)
        for target in forecast.targets:
            assert target.least <= cost[target.name] <= target.most


def test_two_blows_kill_with_the_odds_of_both(make_session: MakeSession) -> None:
    boons = {"carried": ["strike"], "uses": [3]}
    weak = {"Health": {"hp": 9, "most": 9}, "Mind": None}
    session = make_session("#@z#", you={"Boons": boons}, zombie=weak)
    # Two blows of 1 to 5: of the 25 pairs 4+5, 5+4 and 5+5 make 9.
    assert forecast_of(session, EAST).targets == (TargetForecast("the zombie", 2, 10, 12),)


def test_into_what_one_is_thrown_is_told_with_the_harm(make_session: MakeSession) -> None:
    words = told(gifted(make_session, "#@z.:.#", "strike"))
    assert words == "the zombie: 3–18 hp, is thrown 2 tiles, and falls"


def test_a_trap_that_one_knows_is_told_where_one_runs_over_it(make_session: MakeSession) -> None:
    session = gifted(make_session, "#@....#", "rush")
    trap = put(session, "dart trap", 3)
    assert forecast_of(session, EAST).trap == ""
    session.world.publish(Find(session.player, trap))
    assert forecast_of(session, EAST).trap == "dart trap"


def test_who_is_not_noticed_is_not_reckoned_with(make_session: MakeSession) -> None:
    session = gifted(make_session, "#@z..#", "strike")
    zombie = next(one for one in session.world.having(Position) if name_of(one) == "zombie")
    session.world.attach(zombie, Invisible())
    assert forecast_of(session, EAST) == Forecast(refusal="There is nobody there.")


def test_of_what_is_behind_a_wall_only_what_one_saw_is_told(make_session: MakeSession) -> None:
    session = gifted(make_session, "#@#..#", "pass")
    assert told(session) == "whether there is a way behind that wall you do not know"
    assert session.perform(EAST).done
    assert str(forecast_of(session, UseBoon(-1, 0))) == "you come out 2 tiles ahead"


@pytest.mark.parametrize("effect", ["howl", "fear", "knock-out"])
def test_what_comes_of_it_while_another_mind_rules_nobody_can_forecast(
    effect: str, make_session: MakeSession
) -> None:
    session = gifted(make_session, "#.@z..#", "strike")
    session.world.publish(Affect(session.player, session.player, effect))
    assert forecast_of(session, EAST) == Forecast()
    assert isinstance(session.perform(EAST).replacement, Obey)
