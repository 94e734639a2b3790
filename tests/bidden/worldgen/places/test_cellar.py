"""Levels by binary space partition: the invariants hold for any seed and size.

All floor is connected, the edge is wall, rooms are separate and inside it, each door stands
between two walls, and the same seed gives the same level.
"""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.worldgen.places import cellar
from bidden.worldgen.plan import LevelPlan, Measures, Site
from eventcore import Stream

Tile = tuple[int, int]

MEASURES = st.integers(1, 8).flatmap(
    lambda least: st.builds(
        Measures,
        width=st.integers(least + 2, 80),
        height=st.integers(least + 2, 20),
        depth=st.integers(0, 7),
        least_room=st.just(least),
        door_percent=st.integers(0, 100),
    )
)
SEEDS = st.integers(0, 2**64)

levels = given(measures=MEASURES, seed=SEEDS)
few = settings(max_examples=25, deadline=None)


def dug(measures: Measures, seed: int) -> LevelPlan:
    return cellar.draw(Site(measures), Stream(seed, "level-1"))


def floor_of(plan: LevelPlan) -> set[Tile]:
    return {(x, y) for y, row in enumerate(plan.rows) for x, cell in enumerate(row) if cell == "."}


def beside(tile: Tile) -> Iterator[Tile]:
    x, y = tile
    yield from ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))


@few
@levels
def test_a_door_stands_between_two_walls_with_floor_on_the_other_sides(
    measures: Measures, seed: int
) -> None:
    plan = dug(measures, seed)
    floor = floor_of(plan)
    for door in plan.doors:
        north, east, south, west = (tile in floor for tile in beside(door))
        assert door in floor
        assert (north, south, east, west) in [
            (True, True, False, False),
            (False, False, True, True),
        ]
