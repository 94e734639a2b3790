"""Bots search where something may be hidden: beside a wall with nothing known behind it."""

from __future__ import annotations

import attrs

from bidden.bots import explorer
from bidden.bots.knacks.roaming import search
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.bots.roster import Remembering
from bidden.intents import Intent, Move, Search
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
"""Columns 4 to 6 south of the wall are unknown; both sides are the map's edge."""


def searched(view: View, memory: Memory) -> Intent:
    memory.see(view)
    intent = search(view, memory, Paths(view))
    memory.mean(intent)
    return intent


def test_bot_goes_to_likely_hiding_spots_and_searches_three_times() -> None:
    memory = Memory()
    spots = Paths(HALF).beside_nothing
    assert spots & Paths(HALF).tiles((x, 2) for x in range(2, 7)) == Paths(HALF).tiles(
        [(4, 2), (5, 2), (6, 2)]
    )
    assert searched(attrs.evolve(HALF, here=(3, 2)), memory) == Move(1, 0)
    there = attrs.evolve(HALF, here=(5, 2))
    assert [searched(there, memory) for _ in range(3)] == [Search()] * 3
    assert searched(there, memory) != Search()


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
