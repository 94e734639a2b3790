"""Caves: chambers big and small, rings to run in, no doors and no dead ends."""

from hypothesis import settings

from bidden.grid.neighbours import STRAIGHT
from tests.bidden.worldgen.surveyed import (
    any_size,
    at_size,
    first_of,
    islands,
    tiles_of,
)


@settings(max_examples=15)
@any_size
def test_no_way_ends_in_a_stub_and_nothing_has_a_door(width: int, height: int, seed: int) -> None:
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


def test_one_can_run_in_a_ring_in_nearly_every_cave() -> None:
    rings = [len(islands(first_of("cave", seed))) for seed in range(20)]
    assert sum(rings) >= 60
    assert rings.count(0) <= 1
