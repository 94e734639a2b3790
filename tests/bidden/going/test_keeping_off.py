"""Excluded ground is gone round, bars the way where no other leads, and lets out who is in it."""

from __future__ import annotations

import attrs
import pytest

from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.fighting import fight
from bidden.going.commands.run import Run
from bidden.going.commands.stay import Repeat
from bidden.going.commands.travel import TakeStairs, Travel, way_to
from bidden.going.going import Stop
from bidden.going.keeping_off import excluded, kept_off, radius_around
from bidden.going.known.notes import Notes
from bidden.intents import Move
from bidden.recording.marking.waymarks import Exclusion, Waymarks
from bidden.view import Seen, View
from tests.bidden.going.walking import OPTIONS, level, steps, walk

HALL = """
    ##########
    #@.......#
    #.######.#
    #.......>#
    ##########
"""
HALL_OPEN = """
    ##########
    #@.......#
    #........#
    ##########
"""
BARRED = "Ground that you excluded blocks the way."


def notes_with(*spots: tuple[int, int], radius: int = 0, on: int = 1) -> Notes:
    marked = Waymarks(exclusions=tuple(Exclusion(on, spot, radius, 0) for spot in spots))
    return Notes(waymarks=marked)


def test_what_can_be_seen_so_far_is_excluded_and_nothing_behind_walls_and_doors() -> None:
    view = level("""
        ###########
        #@..#.+...#
        #...#.#...#
        ###########
    """)
    notes = notes_with((2, 1), radius=2)
    area = excluded(notes.waymarks, view)
    assert area >= {(1, 2), (2, 1), (3, 2), (4, 1)}
    assert area.isdisjoint({(5, 1), (5, 2), (10, 1)})
    beyond = excluded(notes_with((7, 1), radius=9).waymarks, view)
    assert beyond >= {(8, 2), (9, 1)}
    assert (5, 1) not in beyond
    assert excluded(notes_with((2, 1), radius=2, on=2).waymarks, view) == frozenset()


@pytest.mark.parametrize(
    ("at", "radius"), [((4, 1), 2), ((8, 1), 6), ((2, 2), 1), ((2, 1), 0), ((1, 1), 8)]
)
def test_what_is_around_a_tile_is_excluded_no_further_than_one_stands(
    at: tuple[int, int], radius: int
) -> None:
    view = level(HALL_OPEN)
    assert radius_around(at, 8, view) == radius
    marked = Waymarks(exclusions=(Exclusion(1, at, radius, 0),))
    assert (view.here in excluded(marked, view)) is (at == view.here)


def test_behind_a_wall_it_reaches_as_far_as_it_is_to() -> None:
    assert radius_around((3, 3), 8, level(HALL)) == 8


def test_it_is_gone_round() -> None:
    done, reason = walk(Travel(notes_with((1, 2)), OPTIONS, (1, 3)), level(HALL))
    assert (done, reason) == (steps("llllll" + "nbhhhhhh"), "You are there.")
    assert way_to(notes_with((1, 2)), level(HALL), (1, 3))[0] == (2, 1)


def test_where_no_other_way_leads_that_is_said() -> None:
    both = notes_with((1, 2), (8, 2))
    assert walk(Travel(both, OPTIONS, (4, 3)), level(HALL)) == ([], BARRED)
    assert walk(TakeStairs(both, OPTIONS, "down"), level(HALL)) == ([], BARRED)
    assert walk(Travel(both, OPTIONS, (1, 2)), level(HALL)) == ([], BARRED)


def test_what_is_left_to_see_behind_it_is_told_of() -> None:
    view = level("""
        ##########
        #@.......
        ##########
    """)
    done, reason = walk(Explore(notes_with((5, 1)), OPTIONS), view, most=99)
    assert all(move == Move(1, 0) for move in done[:3])
    assert reason.startswith("All you can reach is explored (ground that you excluded in the way).")


def test_what_bars_the_way_whatever_is_excluded_is_named() -> None:
    view = level(HALL.replace("#.......>#", "#.^...^.>#"), {"^": "a dart trap"})
    notes = notes_with((8, 2))
    assert walk(Travel(notes, OPTIONS, (4, 3)), view) == ([], "A dart trap blocks the way.")


def test_who_stands_in_it_goes_out_but_explores_nothing() -> None:
    notes = notes_with((1, 1), radius=3)
    assert kept_off(notes.waymarks, level(HALL)) == frozenset()
    done, reason = walk(Travel(notes, OPTIONS, (8, 1)), level(HALL))
    assert (len(done), reason) == (7, "You are there.")
    assert walk(Explore(notes, OPTIONS), level(HALL)) == (
        [],
        "Can't explore from inside an area that you avoid: walk out of it.",
    )


def test_running_and_so_many_steps_stop_before_it() -> None:
    told = "Before you is ground that you excluded."
    assert walk(Run(notes_with((4, 1)), OPTIONS, 1, 0), level(HALL)) == (steps("ll"), told)
    going = Repeat(notes_with((4, 1)), OPTIONS, Move(1, 0), 5)
    assert walk(going, level(HALL)) == (steps("ll"), told)


@pytest.mark.parametrize(
    ("off", "answer"),
    [
        ([], Move(0, 1)),
        ([(1, 2)], Move(1, 0)),
        ([(1, 2), (8, 2)], Stop(BARRED)),
    ],
)
def test_no_foe_is_gone_up_to_over_it(off: list[tuple[int, int]], answer: Move | Stop) -> None:
    view = level(HALL.replace("#.......>#", "#...z...>#"))
    assert fight(view, notes_with(*off), 50) == answer


def foe(*, asleep: bool = False, rooted: bool = False) -> View:
    """A view of the open hall with a zombie in the east of it."""
    view = level(HALL_OPEN.replace("..#", "z.#", 1))
    name = "a zombie, asleep" if asleep else "a zombie"
    zombie = Seen((7, 1), name, "z", "zombie", "", asleep=asleep, rooted=rooted)
    return attrs.evolve(view, foes_seen=(zombie,))


AROUND = Options(exclude_around=("zombie",), exclusion_radius=3)


@pytest.mark.parametrize(
    ("how", "habits", "marked"),
    [
        ({"asleep": True}, AROUND, True),
        ({"rooted": True}, AROUND, True),
        ({}, AROUND, False),
        ({"asleep": True}, Options(exclude_around=("orc",)), False),
    ],
)
def test_around_foes_that_stay_ground_is_excluded_by_itself(
    how: dict[str, bool], habits: Options, marked: bool
) -> None:
    notes, view = Notes(), foe(**how)
    walk(Travel(notes, habits, (1, 2)), view)
    new = Exclusion(1, (7, 1), 3, view.turn, itself=True)
    assert notes.waymarks.exclusions == ((new,) if marked else ())


def test_it_reaches_no_further_than_oneself() -> None:
    notes = Notes()
    notes.exclude_around_foes(foe(asleep=True), Options(exclude_around=("zombie",)))
    assert [one.radius for one in notes.waymarks.exclusions] == [5]


def test_it_is_no_more_once_they_are_seen_to_be_awake_or_gone_and_never_twice() -> None:
    asleep, hall = foe(asleep=True), level(HALL_OPEN)
    dark = [[attrs.evolve(one, lit=False) for one in row] for row in hall.tiles]
    for then, there in (
        (asleep, True),
        (foe(), False),
        (hall, False),
        (attrs.evolve(hall, tiles=tuple(map(tuple, dark))), True),  # it is out of view
        (attrs.evolve(hall, level=2), True),
    ):
        notes = Notes()
        notes.exclude_around_foes(asleep, AROUND)
        notes.exclude_around_foes(then, AROUND)
        assert bool(notes.waymarks.exclusions) is there
        notes.waymarks = Waymarks()  # as the player would have it
        notes.exclude_around_foes(asleep, AROUND)
        assert notes.waymarks.exclusions == ()


def test_what_the_player_excluded_is_left_as_it_is() -> None:
    for then in (foe(asleep=True), level(HALL_OPEN)):
        notes = notes_with((7, 1), radius=1)
        before = notes.waymarks
        notes.exclude_around_foes(then, AROUND)
        assert notes.waymarks is before
