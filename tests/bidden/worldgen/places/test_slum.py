"""The slum: small houses with doors to lanes, to yards and to each other."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bidden.worldgen.surveyed import at_size, first_of

SEEDS = st.integers(0, 2**64)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_there_are_many_houses_and_all_are_small(seed: int) -> None:
    rooms = first_of("slum", seed).rooms
    assert len(rooms) >= 30
    assert max(len(area.tiles) for area in rooms) <= 32


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, width=st.integers(40, 80), height=st.integers(16, 20))
def test_all_doors_stand_in_walls(seed: int, width: int, height: int) -> None:
    plan = first_of("slum", seed, at_size(width, height))
    rows = plan.rows
    for x, y in plan.doors:
        sides = rows[y][x - 1] + rows[y][x + 1], rows[y - 1][x] + rows[y + 1][x]
        assert sorted(sides) == ["##", ".."]
