"""Valleys: open land with cover, and a river bed without any from side to side."""

from hypothesis import settings

from bidden.worldgen.shaping.carving import pieces
from tests.bidden.worldgen.surveyed import (
    any_size,
    at_size,
    first_of,
    seen_in_percent,
    tiles_of,
)


@settings(max_examples=15)
@any_size
def test_a_river_bed_that_nobody_lives_in_leads_from_side_to_side(
    width: int, height: int, seed: int
) -> None:
    plan = first_of("valley", seed, at_size(width, height))
    lived_in = {tile for area in plan.rooms for tile in area.tiles}
    bed = pieces(sorted(tiles_of(plan, ".") - lived_in))[0]
    columns, rows = {x for x, _ in bed}, {y for _, y in bed}
    assert {1, width - 2} <= columns or {1, height - 2} <= rows


@settings(max_examples=15)
@any_size
def test_the_land_is_open_and_has_no_door(width: int, height: int, seed: int) -> None:
    plan = first_of("valley", seed, at_size(width, height))
    assert plan.doors == ()
    assert len(tiles_of(plan, ".")) * 2 > width * height


def test_one_sees_far() -> None:
    assert sum(seen_in_percent(first_of("valley", seed)) for seed in range(10)) > 240
