"""Deserts: hardly any cover, dunes that have a way around, and huts with what is sought."""

from hypothesis import settings

from bidden.worldgen.plan import LevelPlan, Room
from tests.bidden.scenes import read
from tests.bidden.worldgen.surveyed import any_size, at_size, first_of, islands, sketch, tiles_of


def huts_of(plan: LevelPlan) -> list[Room]:
    """Its areas with walls around."""
    return [area for area in plan.rooms if isinstance(area, Room)]


@settings(max_examples=15)
@any_size
def test_one_walks_all_along_the_edge(width: int, height: int, seed: int) -> None:
    rows = first_of("desert", seed, at_size(width, height)).rows
    assert set(rows[1][1:-1] + rows[-2][1:-1]) == {"."}
    assert {row[1] + row[-2] for row in rows[1:-1]} == {".."}


@settings(max_examples=15)
@any_size
def test_a_door_stands_in_a_wall_between_sand_and_a_hut(width: int, height: int, seed: int) -> None:
    plan = first_of("desert", seed, at_size(width, height))
    huts = huts_of(plan)
    for x, y in plan.doors:
        cells = [plan.rows[y - 1][x], plan.rows[y][x + 1], plan.rows[y + 1][x], plan.rows[y][x - 1]]
        assert cells in [["#", ".", "#", "."], [".", "#", ".", "#"]]
        beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        assert sum(tile in hut for hut in huts for tile in beside) == 1


@settings(max_examples=15)
@any_size
def test_a_hut_has_one_way_in_or_two(width: int, height: int, seed: int) -> None:
    plan = first_of("desert", seed, at_size(width, height))
    for hut in huts_of(plan):
        shell = Room(hut.x - 1, hut.y - 1, hut.width + 2, hut.height + 2)
        ways = [(x, y) for x, y in shell.tiles if (x, y) not in hut and plan.rows[y][x] == "."]
        assert 1 <= len(ways) <= 2


def test_what_is_sought_lies_in_a_hut_and_stairs_in_the_open() -> None:
    for seed in range(20):
        plan = first_of("desert", seed)
        inside = {tile for hut in huts_of(plan) for tile in hut.tiles}
        assert len(huts_of(plan)) >= 2
        assert plan.goal in inside
        assert not {plan.up, plan.down} & inside


def test_there_is_hardly_anything_to_hide_behind() -> None:
    for seed in range(20):
        plan = first_of("desert", seed)
        assert len(tiles_of(plan, "#")) < 420
        assert 4 <= len(islands(plan)) <= 16


def test_seed_3_draws_this_level() -> None:
    assert sketch(first_of("desert", 3, at_size(48, 16))) == read("""
        ################################################
        #..............................................#
        #....................#.........#...............#
        #....................###......##...............#
        #........>.............########....######......#
        #............#######.....####......#....#......#
        #............#.....#...............#..&.+......#
        #....#.......#.....#...............######......#
        #............#.....#...........................#
        #............##.####..............#..........#.#
        #.................................###.......##.#
        #.......#...........................#########..#
        #.....................................#####.#..#
        #.................................<............#
        #..............................................#
        ################################################
    """)
