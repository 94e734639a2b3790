"""The temple: east mirrors west, the well goes straight down, and the sanctum is the last of it."""

from itertools import pairwise

from hypothesis import settings

from tests.bidden.scenes import read
from tests.bidden.worldgen.surveyed import (
    any_size,
    at_size,
    drawn_up,
    sketch,
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
def test_whoever_comes_down_is_in_the_well(width: int, height: int, seed: int) -> None:
    for _, plan in three_of("temple", width, height, seed):
        assert plan.up is not None
        assert len(plan.rooms[0].tiles) == 15
        assert plan.rooms[0].centre == plan.up


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


@few
@any_size
def test_all_doors_stand_in_walls(width: int, height: int, seed: int) -> None:
    for _, plan in three_of("temple", width, height, seed):
        rows = plan.rows
        for x, y in plan.doors:
            sides = rows[y][x - 1] + rows[y][x + 1], rows[y - 1][x] + rows[y + 1][x]
            assert sorted(sides) == ["##", ".."]


def test_seed_7_draws_this_level() -> None:
    plan = drawn_up("temple", 7, levels=2, measures=at_size(60, 17))[1][1]
    assert sketch(plan) == read("""
        ############################################################
        #....#.........#............................#.........#....#
        #....#.........#............................#.........#....#
        ####+#######+######+####################+######+#######+####
        #....#........#........#.....##.....#........#........#....#
        #....+.#.#.#..#........+.....##.....+........#..#.#.#.+....#
        #....#......#.#....#...##############...#....#.#......#....#
        #....#.#...............#.....##.....#...............#.#....#
        #....#......#..........+..>..##..<..+..........#......#....#
        #....#.#...............#.....##.....#...............#.#....#
        #....+..#.#.#.#....#...##############...#....#.#.#.#..+....#
        #....#........#........##############........#........#....#
        ####+##################################################+####
        #.....................#..............#.....................#
        #..#..#..#..#..#..#...+......&.......+...#..#..#..#..#..#..#
        #.....................#..............#.....................#
        ############################################################
    """)
