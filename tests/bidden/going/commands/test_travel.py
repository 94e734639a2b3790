"""Travelling leads to a tile, and over a stair where that is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from bidden.frontend.preferences.options import Options
from bidden.going.commands.levels import TravelFar
from bidden.going.commands.travel import TakeStairs, Travel, way_to
from bidden.going.going import Going, Stop
from bidden.going.known.notes import Notes
from bidden.intents import Move
from bidden.view import Line, Seen, View
from tests.bidden.going.walking import OPTIONS, level, steps, walk

HALL = """
    #######
    #@....#
    #.###>#
    #.....#
    #######
"""


def test_it_goes_to_a_tile() -> None:
    assert walk(Travel(Notes(), OPTIONS, (1, 3)), level(HALL)) == (steps("jj"), "You are there.")


def test_the_way_can_be_told_before_it_is_gone() -> None:
    hall = level(HALL)
    assert way_to(Notes(), hall, (1, 3)) == ((1, 2), (1, 3))
    assert way_to(Notes(), hall, (5, 2)) == ((2, 1), (3, 1), (4, 1))  # to beside the stair
    for spot in ((3, 2), (40, 10), (1, 1)):
        assert way_to(Notes(), hall, spot) == ()


def test_it_stops_beside_a_stair() -> None:
    done, reason = walk(Travel(Notes(), OPTIONS, (5, 2)), level(HALL))
    assert (done, reason) == (steps("lll"), "Beside you is a stair down.")


def test_the_way_down_is_taken() -> None:
    done, reason = walk(TakeStairs(Notes(), OPTIONS, "down"), level(HALL), 4, level=2)
    assert (done, reason) == (steps("llln"), "You are on level 2 now.")


def test_where_none_is_known_that_is_said() -> None:
    done, reason = walk(TakeStairs(Notes(), OPTIONS, "up"), level(HALL))
    assert (done, reason) == ([], "You have not found a way up yet.")


def test_a_wall_and_what_is_unknown_are_nowhere_to_go() -> None:
    for spot in ((3, 2), (40, 10)):
        assert walk(Travel(Notes(), OPTIONS, spot), level(HALL)) == (
            [],
            "No known path.",
        )


def test_a_trap_is_gone_round_or_bars_the_way() -> None:
    round_it = level("""
        #####
        #@^.#
        #...#
        #####
    """)
    done, reason = walk(Travel(Notes(), OPTIONS, (3, 1)), round_it)
    assert (len(done), reason) == (2, "You are there.")
    barred = level("""
        #####
        #@^.#
        #####
    """)
    assert walk(Travel(Notes(), OPTIONS, (3, 1)), barred) == ([], "A trap blocks the way.")


def test_somebody_who_stands_there_is_gone_round() -> None:
    view = level("""
        #####
        #@o.#
        #...#
        #####
    """)
    done, _ = walk(Travel(Notes(), OPTIONS, (3, 1)), view)
    assert done == steps("nu")


def test_where_there_is_no_way_round_one_goes_through_who_stands_there() -> None:
    view = level("""
        #####
        #@o.#
        #####
    """)
    assert walk(Travel(Notes(), OPTIONS, (3, 1)), view) == (steps("ll"), "You are there.")


def test_who_gets_no_further_says_so_and_goes_another_way_next_time() -> None:
    notes, view = Notes(), level(HALL)
    going = Travel(notes, OPTIONS, (1, 3))
    refused = attrs.evolve(view, lines=(Line("Somebody is in the way.", "refusal", 0, 1),))
    assert [going(view), going(refused)] == [Move(0, 1), Stop("No known path.")]
    assert notes.closed(view) == [(1, 2)]
    patient = Travel(Notes(), OPTIONS, (1, 3))
    later = [attrs.evolve(refused, turn=turn) for turn in range(1, 5)]
    answers = [patient(one) for one in [view, *later]]
    assert answers == [*[Move(0, 1)] * 4, Stop("Somebody is in the way.")]


def test_what_harms_bars_the_way_and_is_named() -> None:
    view = level("#####\n#@f.#\n#####", {"f": "fire"}, harm_at=((2, 1),))
    assert walk(Travel(Notes(), OPTIONS, (3, 1)), view) == ([], "Fire blocks the way.")


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        ("#@.:.g.#", "A chasm blocks the way."),
        ("#@.g.:.#", "Poison gas blocks the way."),
        ("#@.;▲..#", "Grass about to burn blocks the way."),
        ("#@.#g..#", "No known path."),
    ],
)
def test_what_comes_first_on_the_way_is_what_is_named(drawing: str, reason: str) -> None:
    names = {"g": "poison gas", ":": "a chasm", ";": "grass", "▲": "fire"}
    wall = "#" * len(drawing)
    view = level(f"{wall}\n{drawing}\n{wall}", names)
    harm = tuple((x, 1) for x, glyph in enumerate(drawing) if glyph in "g▲")
    there = Travel(Notes(), OPTIONS, (6, 1))
    assert walk(there, attrs.evolve(view, harm_at=harm)) == ([], reason)


def test_a_stair_that_is_underfoot_is_stepped_off_and_taken() -> None:
    view = level("#####\n#@..#\n#####", ground="stair up", level=3)
    left = level("#####\n#<@.#\n#####", ground="floor", level=3)
    back = TakeStairs(Notes(), OPTIONS, "up")
    answers = [back(view), back(left), back(attrs.evolve(view, level=2))]
    assert answers == [Move(1, 0), Move(-1, 0), Stop("You are on level 2 now.")]
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert walk(down, view) == ([], "You have not found a way down yet.")


def test_who_cannot_step_off_a_stair_is_told_so() -> None:
    view = level("###\n#@#\n###", ground="stair down")
    reason = "You stand on it, and have no room to step aside."
    assert walk(TakeStairs(Notes(), OPTIONS, "down"), view) == ([], reason)


def with_an_orc(drawing: str, **told: Any) -> View:
    """A view in which an orc stands, awake."""
    view = level(drawing, {"o": "an orc"}, level=3, **told)
    x, y = next(
        (x, y) for y, row in enumerate(view.tiles) for x, one in enumerate(row) if one.glyph == "o"
    )
    return attrs.evolve(view, foes_at=((x, y),))


def test_a_stair_at_hand_is_taken_whoever_is_beside() -> None:
    on_it = with_an_orc("######\n#@..o#\n######", ground="stair down")
    off_it = with_an_orc("######\n#>@o.#\n######", ground="floor")
    hurt = attrs.evolve(off_it, hp=on_it.hp - 9)
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert [down(on_it), down(hurt)] == [Move(1, 0), Move(-1, 0)]
    below = level("#####\n#@..#\n#####", ground="stair up", level=4)
    assert down(below) == Stop("You are on level 4 now.")
    assert TakeStairs(Notes(), OPTIONS, "down")(off_it) == Move(-1, 0)


def test_beyond_the_edge_of_the_map_there_is_no_stair_at_hand() -> None:
    view = level("####\n#@.#\n####")
    corner = attrs.evolve(view, here=(len(view.tiles[0]) - 1, len(view.tiles) - 1))
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert down(corner) == Stop("You have not found a way down yet.")


def test_a_stair_farther_away_is_not_gone_to_before_a_foe() -> None:
    view = with_an_orc("#######\n#>.@o.#\n#######")
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert walk(down, view) == ([], "Can't travel with an orc beside you.")


def test_who_steps_onto_the_stair_meanwhile_is_not_struck() -> None:
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert down(with_an_orc("######\n#@.o.#\n######", ground="stair down")) == Move(1, 0)
    taken = level("######\n#o@..#\n######", {"o": "an orc of Ys"}, level=3)
    assert down(attrs.evolve(taken, foes_at=((1, 1),))) == Stop("An orc of Ys stands on it.")


def test_who_is_held_before_a_stair_at_hand_is_told_so_each_turn() -> None:
    down = TakeStairs(Notes(), OPTIONS, "down")
    off_it = with_an_orc("######\n#>@o.#\n######", ground="floor")
    struck = Line("The orc hits you for 3.", "harm", 1, 9), Line("You pull at it.", "plain", 1, 10)
    held = attrs.evolve(off_it, turn=off_it.turn + 1, lines=struck)
    assert [down(off_it), down(held)] == [Move(-1, 0), Stop("You pull at it.")]


@pytest.mark.parametrize(
    ("drawing", "ground", "step"),
    [("######\n#>@o.#\n######", "floor", (-1, 0)), ("#####\n#@.o#\n#####", "stair down", (1, 0))],
)
def test_who_is_rooted_bars_no_stair_at_hand(
    drawing: str, ground: str, step: tuple[int, int]
) -> None:
    view = with_an_orc(drawing, ground=ground)
    (at,) = view.foes_at
    growing = Seen(at, "an orc", "o", "orc", "unhurt", rooted=True)
    around = attrs.evolve(growing, at=(2, 2))
    bush = attrs.evolve(view, foes_seen=(growing, around))
    assert TakeStairs(Notes(), OPTIONS, "down")(bush) == Move(*step)


@pytest.mark.parametrize(
    "drawing", ["########\n#@..>o.#\n########", "########\n#..@>o.#\n########"]
)
def test_to_a_stair_that_who_is_rooted_reaches_one_goes_from_afar(drawing: str) -> None:
    view = with_an_orc(drawing)
    (at,) = view.foes_at
    bush = attrs.evolve(view, foes_seen=(Seen(at, "an orc", "o", "orc", "", rooted=True),))
    assert TakeStairs(Notes(), OPTIONS, "down")(bush) == Move(1, 0)


def test_a_gate_underfoot_is_the_way_down_where_there_is_no_other() -> None:
    view = level("#####\n#@..#\n#####", ground="gate")
    down = TakeStairs(Notes(), OPTIONS, "down")
    assert down(view) == Move(1, 0)
    beside = level("#####\n#@.>#\n#####", ground="gate")
    assert TakeStairs(Notes(), OPTIONS, "down")(beside) == Move(1, 0)
    assert walk(TakeStairs(Notes(), OPTIONS, "down"), beside, 2, level=2)[0] == steps("ll")


@pytest.mark.parametrize("with_foes", ["refuse", "one step"])
@pytest.mark.parametrize(
    "going",
    [
        lambda habits: Travel(Notes(), habits, (1, 3)),
        lambda habits: TravelFar(Notes(), habits, 1, (1, 3)),
        lambda habits: TakeStairs(Notes(), habits, "down"),
    ],
)
def test_with_a_foe_in_view_travelling_goes_a_step_where_it_is_to(
    with_foes: Any, going: Callable[[Options], Going]
) -> None:
    view = level(HALL.replace(".#\n    #######\n", "z#\n    #######\n"), level=1)
    habits = Options(with_foes_in_view=with_foes)
    done, reason = walk(going(habits), view)
    assert len(done) == (with_foes == "one step")
    assert reason == (
        "A zombie in view: one step per key press."
        if done
        else "Can't travel with a zombie in view."
    )


def test_the_step_tells_of_harm_first_and_goes_into_nobody() -> None:
    habits = Options(with_foes_in_view="one step")
    hall = level(HALL.replace(".#\n    #######\n", "z#\n    #######\n"))
    line = Line("The zombie hits you.", "harm", 1, 1)
    done, reason = walk(Travel(Notes(), habits, (1, 3)), hall, 1, hp=9, lines=(line,))
    assert (len(done), reason) == (1, "The zombie hits you.")
    view = level("#####\n#@z.#\n#####")
    assert walk(Travel(Notes(), habits, (3, 1)), view) == ([], "A zombie is in the way.")
    blind = attrs.evolve(hall, lasting=(("blindness", 3),))
    assert walk(Travel(Notes(), habits, (1, 3)), blind)[0] == []
