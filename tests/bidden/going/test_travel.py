"""Travelling leads to a tile, and over a stair where that is meant."""

from __future__ import annotations

from bidden.going.notes import Notes
from bidden.going.travel import TakeStairs, Travel
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


def test_it_stops_beside_a_stair() -> None:
    done, reason = walk(Travel(Notes(), OPTIONS, (5, 2)), level(HALL))
    assert (done, reason) == (steps("lll"), "Beside you is a stair down.")


def test_the_way_down_is_taken() -> None:
    done, reason = walk(TakeStairs(Notes(), OPTIONS, "down"), level(HALL), 4, level=2)
    assert (done, reason) == (steps("llln"), "You are on level 2 now.")


def test_where_none_is_known_that_is_said() -> None:
    assert walk(TakeStairs(Notes(), OPTIONS, "up"), level(HALL)) == (
        [],
        "You know of no way up.",
    )


def test_a_wall_and_what_is_unknown_are_nowhere_to_go() -> None:
    for spot in ((3, 2), (40, 10)):
        assert walk(Travel(Notes(), OPTIONS, spot), level(HALL)) == (
            [],
            "You know of no way there.",
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
    assert walk(Travel(Notes(), OPTIONS, (3, 1)), barred) == ([], "A trap is in the way.")


def test_somebody_who_stands_there_is_gone_round() -> None:
    view = level("""
        #####
        #@o.#
        #...#
        #####
    """)
    done, _ = walk(Travel(Notes(), OPTIONS, (3, 1)), view)
    assert done == steps("nu")
