"""A memory keeps what a view does not tell: where one was, and what was tried in vain."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Move, Search, Shoot, Wait
from bidden.view import Held, Line, View
from tests.bidden.bots.views import view_on
from tests.bidden.drawn_kinds import drawn_tile

ROOM = view_on("#######\n#@....#\n#######")
DOOR = view_on("#######\n#..@X.#\n#######")
FOE = view_on("#######\n#@..z.#\n#######")
KEY = Held("a", "an iron key", (), "-", "gear")


def refused(view: View) -> View:
    return attrs.evolve(view, lines=(Line("No.", "refusal", view.turn, 1),))


def at(turn: int, view: View = ROOM) -> View:
    return attrs.evolve(view, turn=turn)


def test_it_keeps_where_it_was_on_each_level() -> None:
    memory = Memory()
    for x in (1, 2):
        memory.see(attrs.evolve(ROOM, here=(x, 1)))
    memory.see(attrs.evolve(ROOM, here=(5, 1), level=2))
    assert memory.ground.been == Paths(ROOM).tiles([(5, 1)])
    memory.see(attrs.evolve(ROOM, here=(3, 1)))
    assert memory.ground.been == Paths(ROOM).tiles([(1, 1), (2, 1), (3, 1)])


def test_a_tile_that_was_refused_is_shut_each_time_twice_as_long() -> None:
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


@pytest.mark.parametrize("later", [ROOM, attrs.evolve(refused(ROOM), here=(2, 1))])
def test_a_step_that_was_taken_shuts_nothing(later: View) -> None:
    memory = Memory()
    memory.see(ROOM)
    memory.mean(Move(1, 0))
    memory.see(later)
    assert memory.shut(later) == []


def test_what_was_refused_but_a_step_shuts_nothing() -> None:
    memory = Memory()
    memory.see(ROOM)
    memory.mean(Wait())
    memory.see(refused(ROOM))
    assert memory.shut(ROOM) == []


def test_a_lock_is_shut_until_it_holds_another_key() -> None:
    memory = Memory()
    holding = attrs.evolve(DOOR, pack=(KEY,))
    memory.see(holding)
    memory.mean(Move(1, 0))
    memory.see(refused(holding))
    assert memory.shut(at(500, holding)) == [(4, 1)]
    assert memory.shut(attrs.evolve(DOOR, pack=(KEY, attrs.evolve(KEY, slot="b")))) == []


def test_where_it_searched_three_times_nothing_is_left_to_be_found_around() -> None:
    memory, paths = Memory(), Paths(ROOM)
    for searched in (0, 0, 0):
        assert memory.ground.searched == searched
        memory.see(ROOM)
        memory.mean(Search())
    assert memory.ground.searched & paths.quiet == paths.tiles([(1, 1), (2, 1), (3, 1)])


def test_after_forty_turns_of_chase_it_lets_be_for_forty_what_is_out_of_reach() -> None:
    memory = Memory()
    for turn in range(40):
        memory.see(at(turn, FOE))
        assert not memory.is_weary(at(turn, FOE))
    memory.see(at(40, FOE))
    assert [turn for turn in range(100) if memory.is_weary(at(turn))][-1] == 79


def test_after_thirty_turns_with_nothing_new_it_is_weary_as_well() -> None:
    memory = Memory()
    for turn in range(100):
        new = turn == 20
        memory.see(attrs.evolve(ROOM, turn=turn, here=(2 if new else 1 + 2 * (turn % 2), 1)))
        assert memory.is_weary(at(turn)) == (51 <= turn <= 90), turn


def test_a_foe_beside_it_begins_the_chase_anew() -> None:
    memory, beside = Memory(), attrs.evolve(FOE, foes_at=((2, 1),))
    for turn in range(80):
        view = at(turn, beside if turn == 30 else FOE)
        memory.see(view)
        assert memory.is_weary(view) == (turn > 70)


def test_it_strikes_in_vain_where_six_times_nothing_moved() -> None:
    memory = Memory()
    for number in range(8):
        memory.see(at(number, FOE))
        memory.mean(Shoot(4, 1))
        assert memory.shoots_in_vain == (number >= 6)
    memory.see(attrs.evolve(FOE, here=(2, 1), turn=8))
    assert not memory.shoots_in_vain


def test_a_foe_that_comes_nearer_is_not_in_vain_and_one_that_comes_and_goes_is() -> None:
    memory, row = Memory(), view_on("#@.........#")
    for number in range(9):
        memory.see(attrs.evolve(row, foes_at=((10 - number, 0),), turn=number))
    assert not memory.shoots_in_vain
    for number in range(9):
        two = ((6, 0), (7, 0))
        memory.see(attrs.evolve(row, foes_at=two[: 1 + number % 2], turn=9 + number))
    assert memory.shoots_in_vain


def test_it_learns_what_the_dead_leave_from_seeing_it_lie() -> None:
    memory = Memory()
    spot = drawn_tile("%", "corpse", True, "a heap of rust")
    rows = [[*row] for row in ROOM.tiles]
    rows[1][4], rows[1][5] = spot, drawn_tile("%", "food", True, "a ration")
    tiles = tuple(tuple(row) for row in rows)
    memory.see(attrs.evolve(ROOM, tiles=tiles, things_at=((4, 1), (5, 1))))
    assert memory.remains == {"a heap of rust"}
