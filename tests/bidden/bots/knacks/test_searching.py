"""Searched is where something may be hidden: beside a wall with nothing behind it."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots import explorer
from bidden.bots.knacks.searching import search
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.bots.remembering import Remembering
from bidden.intents import Intent, Move, Search, Wait
from bidden.view import View
from bidden.worldgen.plan import Placement
from tests.bidden.bots.views import view_on
from tests.bidden.scenes import MakeSession, put

HALF = view_on("""
    ##########
    ##########
    #@.......#
    ##########
    ####   ###
    ####   ###
""")
"""Behind the southern wall, at columns 4 to 6, nothing is known; at the sides it is the edge."""


def searched(view: View, memory: Memory) -> Intent:
    memory.see(view)
    intent = search(view, memory, Paths(view))
    memory.mean(intent)
    return intent


def test_it_goes_to_where_something_may_be_hidden_and_searches_three_times() -> None:
    memory = Memory()
    spots = Paths(HALF).beside_nothing
    assert spots & Paths(HALF).tiles((x, 2) for x in range(2, 7)) == Paths(HALF).tiles(
        [(4, 2), (5, 2), (6, 2)]
    )
    assert searched(attrs.evolve(HALF, here=(3, 2)), memory) == Move(1, 0)
    there = attrs.evolve(HALF, here=(5, 2))
    assert [searched(there, memory) for _ in range(3)] == [Search()] * 3
    assert searched(there, memory) != Search()


@pytest.mark.parametrize(
    ("behind", "hidden"), [("    ", True), ("   #", True), (" ###", False), ("####", False)]
)
def test_a_room_takes_two_tiles_behind_the_wall(behind: str, hidden: bool) -> None:
    for row in (f"###@.#{behind}###", f"###{behind[::-1]}#.@###"):
        solid = "#" * len(row)
        paths = Paths(view_on("\n".join([solid] * 3 + [row] + [solid] * 3)))
        assert bool(paths.beside_nothing) == hidden


def test_where_all_is_searched_it_goes_up_or_begins_anew() -> None:
    room = view_on("#####\n#@.<#\n#####")
    for levels, intent in ((1, Wait()), (2, Move(1, 0))):
        memory = Memory()
        memory.see(room)
        memory.ground.searched = Paths(room).quiet
        view = attrs.evolve(room, levels=levels)
        assert search(view, memory, Paths(view)) == intent
        assert memory.ground.been == memory.ground.searched == 0


def test_a_secret_door_is_found_and_gone_through(make_session: MakeSession) -> None:
    session = make_session("""
        ################
        #@.............#
        #.....##########
        ################
    """)
    put(session, Placement("door", 6, 1, secret=True))
    bot = Remembering(explorer.choose)
    for _ in range(120):
        session.perform(bot(session.view()))
        if session.view().here[0] > 6:
            return
    raise AssertionError("it did not get through")
