"""Forecasts of throws say what happens to the ground in view."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.events.ground import Ignite, Lay
from bidden.events.movement import Displace
from bidden.intents import Intent, Move, PutOn, Throw
from bidden.perception.foretold.forecast import (
    Forecast,
    GroundForecast,
    ShiftForecast,
    TargetForecast,
)
from bidden.session import Session
from bidden.view import Tile, View
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import MINDLESS, Changes, MakeSession, give

HALL = """
    #################
    #...............#
    #@......zz......#
    #...............#
    #################
"""


AROUND = """
    ####################
    #@.................#
    ###.##.#############
    ###baab#############
    ###b..b#############
    ####################
"""


def go(session: Session, x: int) -> None:
    """Move the player to another column, and update their view."""
    session.world.publish(Displace(session.player, session.player, x, 0, 1))


def tiles_of(view: View) -> list[tuple[tuple[int, int], Tile]]:
    """Map positions to the tiles of a view."""
    return [((x, y), tile) for y, row in enumerate(view.tiles) for x, tile in enumerate(row)]


def ground_told(session: Session, intent: Intent) -> list[str]:
    """Return the forecast of the ground, and check that it changed nothing."""
    before = session.save()
    forecast = session.forecast(intent)
    assert session.save() == before
    return [str(one) for one in forecast.ground]


def sizes(session: Session, intent: Intent) -> list[int]:
    """Return the number of tiles on which the ground would change."""
    return [len(one.tiles) for one in session.forecast(intent).ground]


@pytest.mark.parametrize(
    ("thing", "x"),
    [
        ("fire pot", 8),
        ("fire pot", 2),
        ("flask of oil", 8),
        ("flask of bad air", 8),
        ("flask of haze", 8),
        ("rock", 8),
    ],
)
def test_forecast_of_a_throw_shows_affected_ground_and_targets(
    make_session: MakeSession, thing: str, x: int, snapshot: SnapshotAssertion
) -> None:
    proof: Changes = {**MINDLESS, "Resistances": {"percent": {"poison": 100, "fire": -50}}}
    session = make_session(HALL, zombie=proof)
    give(session, thing)
    assert ground_told(session, Throw("a", x, 2)) == snapshot


def test_fire_forecast_includes_the_tiles_it_may_spread_to(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.....+..#", you={"Memory": {"radius": 20}})
    pour(session, "rushes", *row(0, 2, 3, 4))
    give(session, "fire pot")
    assert ground_told(session, Throw("a", 6, 0)) == snapshot
    pour(session, "rushes", (1, 0))
    assert ground_told(session, Throw("a", 6, 0)) == snapshot


def test_burning_torch_is_forecast_to_kindle(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    pour(session, "rushes", (4, 0))
    pour(session, "deep water", (6, 0))
    give(session, "torch")
    assert ground_told(session, Throw("a", 4, 0)) == []
    session.perform(PutOn("a"))
    assert ground_told(session, Throw("a", 6, 0)) == []
    assert sizes(session, Throw("a", 4, 0)) == [1]
    session.perform(Throw("a", 4, 0))
    assert session.view().tiles[0][4].name == "fire"


def test_forecast_uses_remembered_ground(make_session: MakeSession) -> None:
    session = make_session("#@..........#", you={"Memory": {"radius": 4}})
    pour(session, "oil", *row(0, *range(2, 9)))
    give(session, "fire pot")
    assert sizes(session, Throw("a", 4, 0)) == [4]
    go(session, 5)
    go(session, 1)
    assert sizes(session, Throw("a", 4, 0)) == [7]
    session.world.publish(Lay(session.world.root, 1, "", row(0, 7)))
    pour(session, "oil", *row(0, 9, 10, 11))
    assert sizes(session, Throw("a", 4, 0)) == [7]  # nobody saw the change
    go(session, 5)
    go(session, 1)
    assert sizes(session, Throw("a", 4, 0)) == [5]


@pytest.mark.parametrize("thing", ["fire pot", "flask of oil", "flask of bad air"])
def test_unseen_ground_does_not_change_the_forecast(make_session: MakeSession, thing: str) -> None:
    """Fire and gas can spread out of view and come back into view."""
    found = []
    for drawing in (AROUND, *(AROUND.replace(spot, wall) for spot in "ab" for wall in "+#")):
        for kind in ("", "oil", "rushes", "marsh gas", "poison gas"):
            session = make_session(drawing.replace("a", ".").replace("b", "."))
            pour(session, "rushes", (3, 2), (6, 2), *row(1, 3, 6))
            pour(session, "marsh gas", (3, 1), (3, 2), (6, 1), amount=9)
            lit = [spot for spot, tile in tiles_of(session.view()) if tile.lit]
            rest = [spot for spot, tile in tiles_of(session.view()) if spot not in lit]
            if kind:
                pour(session, kind, *(spot for spot in rest if spot[1] < 6), amount=9)
            give(session, thing)
            found.append(ground_told(session, Throw("a", 3, 1)))
    assert found == [found[0]] * len(found)


def test_view_lists_the_creatures_that_a_thrown_flask_would_harm(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    give(session, "fire pot")
    give(session, "rock")
    view = session.view()
    spills = [view.spills_at(foe) for foe in view.foes_at]
    assert [[(one.slot, one.at, one.harms, one.backfires) for one in some] for some in spills] == [
        [("a", (8, 2), ((8, 2), (9, 2)), False)],
        [("a", (9, 2), ((8, 2), (9, 2)), False)],  # the first creature blocks the throw
    ]
    pour(session, "rushes", *row(2, *range(1, 8)))
    assert [one.backfires for one in session.view().spills_at((8, 2))] == [True]


@pytest.mark.parametrize(("drawing", "short"), [("#@..#.z#", True), ("#@....z#", False)])
def test_throw_that_is_stopped_is_forecast_to_fall_short(
    make_session: MakeSession, drawing: str, *, short: bool, snapshot: SnapshotAssertion
) -> None:
    session = make_session(drawing, zombie=MINDLESS)
    give(session, "rock")
    forecast = session.forecast(Throw("a", 6, 0))
    assert forecast.short == short
    assert str(forecast) == snapshot


def test_step_into_fire_sets_nothing_on_fire_that_the_player_leaves(
    make_session: MakeSession,
) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    pour(session, "wood", *row(2, 1, 2))
    assert session.world.publish(Ignite(session.player, 1, 2, 2)).done
    assert str(session.forecast(Move(1, 0))) == "you take 1–4 damage"


def test_forecast_separates_the_damage_of_a_flask_from_its_gas(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie={**MINDLESS, "Resistances": None})
    give(session, "flask of bad air")
    give(session, "rock")
    told = str(session.forecast(Throw("a", 8, 2)))
    assert told.startswith("the zombie is hit by the flask for 1–")
    assert "(1–3 damage each turn there)" in told
    assert str(session.forecast(Throw("b", 8, 2))).startswith("the zombie takes 1–")


def test_forecast_says_that_a_knocked_back_creature_lands_in_fire() -> None:
    shift = ShiftForecast("the orc", "is knocked back 1 tile", ((4, 0), (5, 0)))
    fire = GroundForecast("fire", ((5, 0),), 6, ("the orc",), burnt=("a web",))
    told = str(
        Forecast(targets=(TargetForecast("the orc", 1, 4),), ground=(fire,), shifts=(shift,))
    )
    assert told == (
        "the orc takes 1–4 damage and is knocked back 1 tile; fire covers the tile where it lands"
        " and burns the orc (1–6 damage each turn there) and a web"
    )
