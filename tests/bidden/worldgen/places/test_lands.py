"""The features of mountains, caves, deserts and temples."""

from hypothesis import settings

from bidden.grid.neighbours import STRAIGHT
from bidden.state import CHASM
from bidden.worldgen.plan import LevelPlan, Room, Tile
from tests.bidden.worldgen.surveyed import (
    any_size,
    at_size,
    drawn_up,
    first_of,
    islands,
    steps_between,
    three_of,
    tiles_of,
)


def ledges(plan: LevelPlan) -> list[tuple[Tile, Tile]]:
    """Return the tiles that face each other over a chasm one tile wide."""
    floor = tiles_of(plan, ".")
    pairs = [
        pair
        for x, y in sorted(tiles_of(plan, CHASM))
        for pair in (((x - 1, y), (x + 1, y)), ((x, y - 1), (x, y + 1)))
    ]
    return [pair for pair in pairs if floor.issuperset(pair)]


def test_there_are_chasms_on_all_levels_but_the_last() -> None:
    for seed in range(10):
        found = [len(tiles_of(plan, CHASM)) for _, plan in drawn_up("mountain", seed, 3)]
        assert min(found[:2]) >= 5
        assert found[2] == 0


def test_walk_around_a_mountain_chasm_averages_at_least_ten_steps() -> None:
    steps = [
        steps_between(plan, *pair) or 0
        for seed in range(20)
        for plan in (drawn_up("mountain", seed, 2)[0][1],)
        for pair in ledges(plan)
    ]
    assert len(steps) >= 100
    assert sum(steps) >= 10 * len(steps)


@settings(max_examples=15)
@any_size
def test_chasm_lies_above_floor_tiles(width: int, height: int, seed: int) -> None:
    (_, above), (_, below) = drawn_up("mountain", seed, 2, at_size(width, height))
    assert tiles_of(above, CHASM) <= tiles_of(below, ".")


@settings(max_examples=15)
@any_size
def test_cave_has_no_dead_ends_and_no_doors(width: int, height: int, seed: int) -> None:
    plan = first_of("cave", seed, at_size(width, height))
    floor = tiles_of(plan, ".")
    assert plan.doors == ()
    assert min(sum((x + dx, y + dy) in floor for dx, dy in STRAIGHT) for x, y in floor) >= 2


def test_there_are_great_chambers_and_small_ones() -> None:
    for seed in range(10):
        sizes_of_areas = sorted(len(area.tiles) for area in first_of("cave", seed).rooms)
        assert len(sizes_of_areas) >= 10
        assert sizes_of_areas[-1] >= 40
        assert sizes_of_areas[1] <= 20


def test_nearly_every_cave_contains_a_loop() -> None:
    rings = [len(islands(first_of("cave", seed))) for seed in range(20)]
    assert sum(rings) >= 60
    assert rings.count(0) <= 1


def huts_of(plan: LevelPlan) -> list[Room]:
    """Return the areas that have walls around them."""
    return [area for area in plan.rooms if isinstance(area, Room)]


@settings(max_examples=15)
@any_size
def test_desert_edge_is_walkable_all_around(width: int, height: int, seed: int) -> None:
    rows = first_of("desert", seed, at_size(width, height)).rows
    assert set(rows[1][1:-1] + rows[-2][1:-1]) == {"."}
    assert {row[1] + row[-2] for row in rows[1:-1]} == {".."}


@settings(max_examples=15)
@any_size
def test_hut_has_one_or_two_entrances(width: int, height: int, seed: int) -> None:
    plan = first_of("desert", seed, at_size(width, height))
    for hut in huts_of(plan):
        shell = Room(hut.x - 1, hut.y - 1, hut.width + 2, hut.height + 2)
        ways = [(x, y) for x, y in shell.tiles if (x, y) not in hut and plan.rows[y][x] == "."]
        assert 1 <= len(ways) <= 2


few = settings(max_examples=25, deadline=None)


@few
@any_size
def test_temple_plan_is_symmetric_from_west_to_east(width: int, height: int, seed: int) -> None:
    for _, plan in three_of("temple", width, height, seed):
        assert [row[::-1] for row in plan.rows] == [*plan.rows]
        assert {*plan.doors} == {(width - 1 - x, y) for x, y in plan.doors}
