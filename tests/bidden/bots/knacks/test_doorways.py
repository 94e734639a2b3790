"""Where several foes come, the fighter stands where they come one by one."""

from __future__ import annotations

import attrs

from bidden.bots.fighter import choose
from bidden.bots.knacks.doorways import hold
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Intent, Move, Wait
from bidden.view import View
from tests.bidden.bots.views import view_on

HALL = """
    ###############
    #...#.........#
    #....@....z.z.#
    #...#.........#
    ###############
"""


def held(view: View, memory: Memory | None = None) -> Intent | None:
    memory = memory or Memory()
    memory.see(view)
    return hold(view, memory, Paths(view))


def test_it_goes_to_a_doorway_nearby_and_waits_in_it() -> None:
    hall = view_on(HALL)
    assert held(hall) == Move(-1, 0)
    memory = Memory()
    memory.see(hall)
    assert choose(hall, memory) == Move(-1, 0)
    assert held(attrs.evolve(hall, here=(4, 2))) == Wait()


def test_it_does_not_where_one_comes_or_one_is_here_or_none_is_near() -> None:
    hall = view_on(HALL)
    for foes in (((10, 2),), ((6, 2), (10, 2)), ((14, 2), (14, 3))):
        assert held(attrs.evolve(hall, foes_at=foes)) is None


def test_it_goes_to_no_doorway_that_is_nearer_to_them() -> None:
    assert held(attrs.evolve(view_on(HALL), foes_at=((7, 2), (8, 2)))) == Move(-1, 0)
    assert held(attrs.evolve(view_on(HALL), here=(6, 2), foes_at=((8, 2), (8, 3)))) is None


def test_it_waits_no_longer_for_who_does_not_come() -> None:
    memory, there = Memory(), attrs.evolve(view_on(HALL), here=(4, 2))
    waits = [held(attrs.evolve(there, turn=turn), memory) for turn in range(5)]
    assert waits == [Wait(), Wait(), Wait(), None, None]
