"""A memory keeps what a view does not show: past positions and failed attempts."""

from __future__ import annotations

import attrs

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Move, Search
from bidden.view import Held, Line, View
from tests.bidden.bots.views import view_on
from tests.bidden.drawn_kinds import drawn_tile

ROOM = view_on("#######\n#@....#\n#######")
DOOR = view_on("#######\n#..@X.#\n#######")
KEY = Held("a", "an iron key", (), "-", "gear")


def refused(view: View) -> View:
    return attrs.evolve(view, lines=(Line("No.", "refusal", view.turn, 1),))


def at(turn: int, view: View = ROOM) -> View:
    return attrs.evolve(view, turn=turn)


def test_bot_memory_keeps_the_visited_tiles_of_each_level() -> None:
    memory = Memory()
    for x in (1, 2):
        memory.see(attrs.evolve(ROOM, here=(x, 1)))
    memory.see(attrs.evolve(ROOM, here=(5, 1), level=2))
    assert memory.ground.been == Paths(ROOM).tiles([(5, 1)])
    memory.see(attrs.evolve(ROOM, here=(3, 1)))
    assert memory.ground.been == Paths(ROOM).tiles([(1, 1), (2, 1), (3, 1)])


def test_tile_that_refuses_a_step_is_avoided_twice_as_long_each_time() -> None:
    memory, waits, turn = Memory(), list[int](), 0
    for _ in range(3):
        memory.see(at(turn))
        memory.mean(Move(1, 0))
        memory.see(refused(at(turn)))
        begun = turn
        while memory.shut(at(turn)) == [(2, 1)]:
            turn += 1
        waits.append(turn - begun)
    assert waits == [2, 4, 8]


def test_bot_avoids_a_lock_that_refused_it_until_it_has_another_key() -> None:
    memory = Memory()
    holding = attrs.evolve(DOOR, pack=(KEY,))
    memory.see(holding)
    memory.mean(Move(1, 0))
    memory.see(refused(holding))
    assert memory.shut(at(500, holding)) == [(4, 1)]
    assert memory.shut(attrs.evolve(DOOR, pack=(KEY, attrs.evolve(KEY, slot="b")))) == []


def test_bot_counts_tiles_around_it_as_searched_after_three_searches() -> None:
    memory, paths = Memory(), Paths(ROOM)
    for searched in (0, 0, 0):
        assert memory.ground.searched == searched
        memory.see(ROOM)
        memory.mean(Search())
    assert memory.ground.searched & paths.quiet == paths.tiles([(1, 1), (2, 1), (3, 1)])


def test_bot_memory_learns_names_of_remains_from_seen_tiles() -> None:
    memory = Memory()
    spot = drawn_tile("%", "corpse", True, "a heap of rust")
    rows = [[*row] for row in ROOM.tiles]
    rows[1][4], rows[1][5] = spot, drawn_tile("%", "food", True, "a ration")
    tiles = tuple(tuple(row) for row in rows)
    memory.see(attrs.evolve(ROOM, tiles=tiles, things_at=((4, 1), (5, 1))))
    assert memory.remains == {"a heap of rust"}
