"""Mountains: terraces parted by cliffs with passes, and chasms with a long way around."""

from hypothesis import settings

from bidden.state import CHASM
from bidden.worldgen.plan import LevelPlan, Tile
from tests.bidden.worldgen.surveyed import (
    any_size,
    at_size,
    drawn_up,
    steps_between,
    tiles_of,
)


def ledges(plan: LevelPlan) -> list[tuple[Tile, Tile]]:
    """Tiles that face each other over a chasm one tile wide."""
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


def test_it_is_a_long_way_around_a_chasm() -> None:
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
def test_whoever_falls_lands_on_floor_or_falls_on(width: int, height: int, seed: int) -> None:
    (_, above), (_, below) = drawn_up("mountain", seed, 2, at_size(width, height))
    assert tiles_of(above, CHASM) <= tiles_of(below, ".")
