"""The temple: east mirrors west, the well goes straight down, and the sanctum is the last of it."""

from itertools import pairwise

from hypothesis import settings

from tests.bidden.worldgen.surveyed import (
    any_size,
    three_of,
)

few = settings(max_examples=25, deadline=None)


@few
@any_size
def test_the_east_mirrors_the_west(width: int, height: int, seed: int) -> None:
    for _, plan in three_of("temple", width, height, seed):
        assert [row[::-1] for row in plan.rows] == [*plan.rows]
        assert {*plan.doors} == {(width - 1 - x, y) for x, y in plan.doors}


@few
@any_size
def test_the_well_is_at_the_same_place_on_each_level(width: int, height: int, seed: int) -> None:
    plans = [plan for _, plan in three_of("temple", width, height, seed)]
    for above, below in pairwise(plans):
        assert below.up == above.down
        assert below.down == above.up
