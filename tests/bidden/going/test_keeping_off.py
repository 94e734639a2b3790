"""Excluded ground is gone round, bars the way where no other leads, and lets out who is in it."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.going.commands.explore import Explore
from bidden.going.commands.fighting import fight
from bidden.going.commands.travel import Travel
from bidden.going.going import Stop
from bidden.going.keeping_off import excluded, kept_off
from bidden.going.known.notes import Notes
from bidden.intents import Move
from bidden.recording.marking.waymarks import Exclusion, Waymarks
from tests.bidden.going.walking import OPTIONS, level, walk

HALL = """
    ##########
    #@.......#
    #.######.#
    #.......>#
    ##########
"""


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


def test_who_stands_in_it_goes_out_but_explores_nothing(snapshot: SnapshotAssertion) -> None:
    notes = notes_with((1, 1), radius=3)
    assert kept_off(notes.waymarks, level(HALL)) == frozenset()
    done, reason = walk(Travel(notes, OPTIONS, (8, 1)), level(HALL))
    assert (len(done), reason) == (7, snapshot)
    assert walk(Explore(notes, OPTIONS), level(HALL)) == ([], snapshot)


@pytest.mark.parametrize(
    ("off", "answer"), [([], Move(0, 1)), ([(1, 2)], Move(1, 0)), ([(1, 2), (8, 2)], None)]
)
def test_no_foe_is_gone_up_to_over_it(off: list[tuple[int, int]], answer: Move | None) -> None:
    view = level(HALL.replace("#.......>#", "#...z...>#"))
    there = fight(view, notes_with(*off), 50)
    assert isinstance(there, Stop) if answer is None else there == answer
