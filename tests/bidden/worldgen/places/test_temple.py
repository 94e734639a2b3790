"""The temple: east mirrors west, the well goes straight down, and the sanctum is the last of it."""

from itertools import pairwise

from hypothesis import settings

from tests.bidden.worldgen.surveyed import (
    any_size,
    steps_between,
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


@few
@any_size
def test_what_is_sought_lies_in_the_sanctum_of_the_last_level(
    width: int, height: int, seed: int
) -> None:
    for site, plan in three_of("temple", width, height, seed):
        named = [area for area in plan.rooms if area.name]
        assert [area.name for area in named] == ["the sanctum"] * site.last
        assert (plan.goal is None) is not site.last
        if plan.goal and plan.up and plan.down:
            assert plan.goal in named[0]
            for stair in (plan.up, plan.down):
                assert 2 * (steps_between(plan, stair, plan.goal) or 0) > width
