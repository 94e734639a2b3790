"""Field of view."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.grid.fov import Sightlines
from bidden.worldgen.places import cellar
from bidden.worldgen.plan import Site
from eventcore import Stream
from tests.bidden.scenes import catalogue, read


def seen(rows: list[str], x: int, y: int, radius: int, *opaque: tuple[int, int]) -> list[str]:
    """Draw the field of view; unseen tiles are spaces."""
    tiles = Sightlines(rows).from_tile(opaque, x, y, radius)
    return [
        "".join(cell if (column, line) in tiles else " " for column, cell in enumerate(row))
        for line, row in enumerate(rows)
    ]


def test_walls_are_seen_and_what_is_behind_them_is_not() -> None:
    rows = read("""
        #########
        #...#...#
        #...#...#
        #########
    """)
    assert seen(rows, 1, 1, 9) == ["#####    ", "#...#    ", "#...#    ", "#####    "]


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), radius=st.integers(1, 12), data=st.data())
def test_sight_is_symmetric(seed: int, radius: int, data: st.DataObject) -> None:
    plan = cellar.draw(Site(catalogue().level("first").measures), Stream(seed, "level"))
    shut = data.draw(st.sets(st.sampled_from(plan.doors))) if plan.doors else set()
    sight = Sightlines(plan.rows)
    floor = {
        (x, y) for y, row in enumerate(plan.rows) for x, c in enumerate(row) if c == "."
    } - shut
    views = {tile: sight.from_tile(shut, *tile, radius) & floor for tile in floor}
    assert all(tile in views[other] for tile, view in views.items() for other in view)


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (3, 0), (0, 1)])
def test_viewer_outside_the_map_sees_nothing(x: int, y: int) -> None:
    assert Sightlines(["..."]).from_tile([], x, y, 5) == frozenset()


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 2**32), radius=st.integers(0, 14) | st.integers(15, 10**9), data=st.data()
)
def test_mask_equals_view_within_radius(seed: int, radius: int, data: st.DataObject) -> None:
    plan = cellar.draw(Site(catalogue().level("first").measures), Stream(seed, "level"))
    sight, width = Sightlines(plan.rows), len(plan.rows[0])
    floor = [tile for room in plan.rooms for tile in room.tiles]
    x, y = data.draw(st.sampled_from(floor))
    mask = sight.mask_from(plan.doors, x, y)
    assert len(mask) == width * len(plan.rows)
    within = {
        (column, row)
        for row, column in product(range(len(plan.rows)), range(width))
        if (column - x) ** 2 + (row - y) ** 2 <= radius**2 and mask[row * width + column]
    }
    assert within == sight.from_tile(plan.doors, x, y, radius)
