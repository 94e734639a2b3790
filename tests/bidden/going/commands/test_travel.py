"""Travelling leads to a tile, and takes a stair only if the stair is the goal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.preferences.options import Options
from bidden.going.commands.levels import TravelFar
from bidden.going.commands.travel import TakeStairs, Travel, way_to
from bidden.going.going import Going, Stop
from bidden.going.known.notes import Notes
from bidden.intents import Move
from bidden.view import Line, View
from tests.bidden.going.walking import OPTIONS, level, steps, walk

HALL = """
    #######
    #@....#
    #.###>#
    #.....#
    #######
"""


def test_travel_route_is_available_before_travelling() -> None:
    hall = level(HALL)
    assert way_to(Notes(), hall, (1, 3)) == ((1, 2), (1, 3))
    assert way_to(Notes(), hall, (5, 2)) == ((2, 1), (3, 1), (4, 1))  # to a tile beside the stair
    for spot in ((3, 2), (40, 10), (1, 1)):
        assert way_to(Notes(), hall, spot) == ()


def test_travel_to_a_stair_stops_next_to_it(snapshot: SnapshotAssertion) -> None:
    done, reason = walk(Travel(Notes(), OPTIONS, (5, 2)), level(HALL))
    assert (done, reason) == (steps("lll"), snapshot)


def test_travel_to_a_wall_or_an_unknown_tile_is_refused(snapshot: SnapshotAssertion) -> None:
    for spot in ((3, 2), (40, 10)):
        assert walk(Travel(Notes(), OPTIONS, spot), level(HALL)) == ([], snapshot)


def test_path_avoids_a_trap_or_is_blocked_by_it(snapshot: SnapshotAssertion) -> None:
    round_it = level("""
        #####
        #@^.#
        #...#
        #####
    """)
    done, reason = walk(Travel(Notes(), OPTIONS, (3, 1)), round_it)
    assert (len(done), reason) == (2, snapshot)
    barred = level("""
        #####
        #@^.#
        #####
    """)
    assert walk(Travel(Notes(), OPTIONS, (3, 1)), barred) == ([], snapshot)


def test_blocked_travel_stops_and_takes_another_route_next_time() -> None:
    notes, view = Notes(), level(HALL)
    going = Travel(notes, OPTIONS, (1, 3))
    refused = attrs.evolve(view, lines=(Line("Somebody is in the way.", "refusal", 0, 1),))
    assert going(view) == Move(0, 1)
    assert isinstance(going(refused), Stop)
    assert notes.closed(view) == [(1, 2)]
    patient = Travel(Notes(), OPTIONS, (1, 3))
    later = [attrs.evolve(refused, turn=turn) for turn in range(1, 5)]
    answers = [patient(one) for one in [view, *later]]
    assert answers[:4] == [Move(0, 1)] * 4
    assert isinstance(answers[4], Stop)


@pytest.mark.parametrize("drawing", ["#@.:.g.#", "#@.g.:.#", "#@.;▲..#", "#@.#g..#"])
def test_travel_names_the_first_hazard_on_the_way(
    drawing: str, snapshot: SnapshotAssertion
) -> None:
    names = {"g": "poison gas", ":": "a chasm", ";": "grass", "▲": "fire"}
    wall = "#" * len(drawing)
    view = level(f"{wall}\n{drawing}\n{wall}", names)
    harm = tuple((x, 1) for x, glyph in enumerate(drawing) if glyph in "g▲")
    there = Travel(Notes(), OPTIONS, (6, 1))
    assert walk(there, attrs.evolve(view, harm_at=harm)) == ([], snapshot)


def test_gas_under_an_item_is_named_and_not_the_item() -> None:
    names = {"%": "a heap of wrappings", "▒": "poison gas"}
    view = level("#######\n#@%▒..#\n#######", names, harm_at=((2, 1), (3, 1)))
    stop = Travel(Notes(), OPTIONS, (5, 1))(view)
    assert isinstance(stop, Stop)
    assert stop.reason == "Poison gas blocks the way."
    assert [hint.to for hint in stop.hints] == ["wait it out"]


def test_waiting_for_fire_is_advised_only_where_it_does_not_hurt() -> None:
    view = level("#######\n#@;▲..#\n#######", {";": "rushes", "▲": "fire"}, harm_at=((3, 1),))
    safe = Travel(Notes(), OPTIONS, (5, 1))(view)
    hurt = Travel(Notes(), OPTIONS, (5, 1))(attrs.evolve(view, harm_at=((1, 1), (3, 1))))
    assert isinstance(safe, Stop)
    assert isinstance(hurt, Stop)
    assert safe.reason == hurt.reason == "Rushes that are about to burn block the way."
    assert [hint.to for hint in safe.hints] == ["wait it out"]
    assert not hurt.hints


def test_player_on_a_stair_steps_off_and_back_on_to_take_it(snapshot: SnapshotAssertion) -> None:
    view = level("#####\n#@..#\n#####", ground="stair up", level=3)
    left = level("#####\n#<@.#\n#####", ground="floor", level=3)
    back = TakeStairs(Notes(), OPTIONS, "up")
    answers = [back(view), back(left), back(attrs.evolve(view, level=2))]
    assert answers[:2] == [Move(1, 0), Move(-1, 0)]
    assert isinstance(answers[2], Stop)
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert walk(down, view) == ([], snapshot)
    deepest = attrs.evolve(view, levels=3)
    assert walk(TakeStairs(Notes(), OPTIONS, "down"), deepest) == ([], snapshot(name="deepest"))


def with_an_orc(drawing: str, **told: Any) -> View:
    """Return a view with an awake orc."""
    view = level(drawing, {"o": "an orc"}, level=3, **told)
    x, y = next(
        (x, y) for y, row in enumerate(view.tiles) for x, one in enumerate(row) if one.glyph == "o"
    )
    return attrs.evolve(view, foes_at=((x, y),))


def test_stair_within_reach_is_taken_despite_a_nearby_foe() -> None:
    on_it = with_an_orc("######\n#@..o#\n######", ground="stair down")
    off_it = with_an_orc("######\n#>@o.#\n######", ground="floor")
    hurt = attrs.evolve(off_it, hp=on_it.hp - 9)
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert [down(on_it), down(hurt)] == [Move(1, 0), Move(-1, 0)]
    below = level("#####\n#@..#\n#####", ground="stair up", level=4)
    assert isinstance(down(below), Stop)
    assert TakeStairs(Notes(), OPTIONS, "down")(off_it) == Move(-1, 0)


@pytest.mark.parametrize(
    "going",
    [
        lambda habits: Travel(Notes(), habits, (1, 3)),
        lambda habits: TravelFar(Notes(), habits, 1, (1, 3)),
        lambda habits: TakeStairs(Notes(), habits, "down"),
    ],
)
def test_travelling_is_refused_with_a_foe_in_view(
    going: Callable[[Options], Going], snapshot: SnapshotAssertion
) -> None:
    view = level(HALL.replace(".#\n    #######\n", "z#\n    #######\n"), level=1)
    assert walk(going(OPTIONS), view) == ([], snapshot)
