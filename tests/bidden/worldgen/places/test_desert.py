"""Deserts: hardly any cover, dunes that have a way around, and huts with what is sought."""

from hypothesis import settings

from bidden.worldgen.plan import LevelPlan, Room
from tests.bidden.worldgen.surveyed import any_size, at_size, first_of


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
