"""Drawing the ground of a level, and the doorways between its areas."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidden.worldgen.plan import Tile
from bidden.worldgen.shaping.carving import Ground, close_pockets, join, pieces, trail
from bidden.worldgen.shaping.doorways import Doorways
from bidden.worldgen.surveying import box, is_doorway, steps_from
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


DRAWN = """
    #########
    #.#...#.#
    #..#..#.#
    #########
"""


def test_pieces_are_orthogonally_connected_and_the_largest_comes_first() -> None:
    assert [len(piece) for piece in pieces(ground_of(DRAWN).floor)] == [5, 3, 2]


@pytest.mark.parametrize(("least", "left"), [(0, [5]), (3, [5, 3]), (2, [5, 3, 2])])
def test_small_pockets_of_floor_are_closed(least: int, left: list[int]) -> None:
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


def three_cells() -> tuple[Ground, dict[tuple[int, int], int]]:
    """Return cells of 3 × 3 side by side, numbered from 1."""
    ground = Ground(13, 5)
    cells = [box(4 * n + 1, 1, 3, 3) for n in range(3)]
    for cell in cells:
        ground.put(cell)
    return ground, {tile: n for n, cell in enumerate(cells, 1) for tile in cell}


def test_areas_side_by_side_are_spanned_by_one_doorway_each() -> None:
    ground, owner = three_cells()
    doorways = Doorways(ground, owner, Stream(1, "doors"))
    assert len(doorways.found) == 6
    assert sorted(found[1:] for found in doorways.span()) == [(1, 2), (2, 3)]
    assert doorways.joined == {(1, 2), (2, 3)}
    assert len(steps_from(ground.rows, (1, 1))) == 29


def test_a_doorway_has_walls_on_two_sides_and_floor_on_the_others() -> None:
    ground, _ = three_cells()
    assert is_doorway(ground, (4, 2))
    assert not is_doorway(ground, (2, 2))
    ground.put([(4, 1)])
    assert not is_doorway(ground, (4, 2))


def test_step_distances_allow_diagonals_and_avoid_chasms() -> None:
    ground = Ground(6, 4)
    ground.put(box(1, 1, 4, 2))
    ground.put([(2, 1)], ":")
    steps = steps_from(ground.rows, (1, 1))
    assert steps == {(1, 1): 0, (1, 2): 1, (2, 2): 1, (3, 1): 2, (3, 2): 2, (4, 1): 3, (4, 2): 3}
    assert list(steps.values()) == sorted(steps.values())
