"""The tower: floor lies under each gap, stairs go straight down, a gallery leads around."""

from itertools import pairwise

from hypothesis import settings

from bidden.worldgen.shaping.outline import Outline
from tests.bidden.worldgen.surveyed import any_size, three_of, tiles_of

few = settings(max_examples=15, deadline=None)


@few
@any_size
def test_under_each_gap_there_is_floor(width: int, height: int, seed: int) -> None:
    plans = [plan for _, plan in three_of("tower", width, height, seed)]
    for above, below in pairwise(plans):
        assert tiles_of(below, ".") >= tiles_of(above, ":")
    assert not tiles_of(plans[-1], ":")


@few
@any_size
def test_stairs_line_up_between_levels_and_have_free_floor_around_them(
    width: int, height: int, seed: int
) -> None:
    plans = [plan for _, plan in three_of("tower", width, height, seed)]
    for above, below in pairwise(plans):
        assert below.up == above.down
    for plan in plans:
        floor = tiles_of(plan, ".")
        for spot in (plan.up, plan.down):
            assert spot is not None
            x, y = spot
            assert floor >= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert plan.up is not None
        assert plan.up in plan.rooms[0]


@few
@any_size
def test_each_level_is_as_wide_as_the_one_above_or_wider(
    width: int, height: int, seed: int
) -> None:
    outlines = [Outline.around(plan.rows) for _, plan in three_of("tower", width, height, seed)]
    for above, below in pairwise(outlines):
        assert {*above.tiles} <= {*below.tiles}
        assert above.is_round == below.is_round
