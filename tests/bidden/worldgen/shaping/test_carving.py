"""Carving: ground that is being drawn, and what shapes it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidden.worldgen.plan import Tile
from bidden.worldgen.shaping.carving import (
    Ground,
    close_pockets,
    join,
    pieces,
    trail,
)
from eventcore import Stream
from tests.bidden.scenes import read

SEEDS = st.integers(0, 2**64)


def ground_of(drawing: str) -> Ground:
    rows = read(drawing)
    ground = Ground(len(rows[0]), len(rows))
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            ground.put([(x, y)], cell)
    return ground


def test_ground_is_wall_at_first_and_its_edge_stays_wall() -> None:
    ground = Ground(5, 4)
    assert ground.rows == ("#####",) * 4
    ground.put((x, y) for x in range(-1, 7) for y in range(-1, 7))
    assert ground.rows == ("#####", "#...#", "#...#", "#####")
    assert ground.floor == ground.inner == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]


DRAWN = """
    #########
    #.#...#.#
    #..#..#.#
    #########
"""


def test_pieces_hang_together_by_their_sides_and_the_largest_comes_first() -> None:
    assert [len(piece) for piece in pieces(ground_of(DRAWN).floor)] == [5, 3, 2]


@pytest.mark.parametrize(("least", "left"), [(0, [5]), (3, [5, 3]), (2, [5, 3, 2])])
def test_pockets_are_closed(least: int, left: list[int]) -> None:
    ground = ground_of(DRAWN)
    assert [len(piece) for piece in close_pockets(ground, least)] == left
    assert [len(piece) for piece in pieces(ground.floor)] == left


@given(seed=SEEDS)
def test_pieces_are_joined_and_nothing_is_lost(seed: int) -> None:
    ground = ground_of(DRAWN)
    before = ground.floor
    join(ground, Stream(seed, "carving"))
    assert len(pieces(ground.floor)) == 1
    assert set(before) <= set(ground.floor)


TILES = st.tuples(st.integers(1, 18), st.integers(1, 8))


@given(TILES, TILES, SEEDS)
def test_a_trail_leads_from_end_to_end_step_by_step_within_the_edge(
    start: Tile, end: Tile, seed: int
) -> None:
    ground = Ground(20, 10)
    way = trail(ground, start, end, Stream(seed, "carving"))
    assert (way[0], way[-1]) == (start, end)
    assert all(ground.holds(tile) for tile in way)
    steps = pairwise(way)
    assert {abs(x - to_x) + abs(y - to_y) for (x, y), (to_x, to_y) in steps} <= {1}
