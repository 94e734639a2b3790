"""Labyrinths: each region holds the key to the next; hidden and locked places are worth it."""

from __future__ import annotations

from itertools import chain

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.grid.distance import Grid
from bidden.worldgen.places import labyrinth
from bidden.worldgen.places.labyrinth import KEYS
from bidden.worldgen.plan import LevelPlan, Measures, Site, Tile
from bidden.worldgen.solving import flaw_of
from eventcore import Stream
from tests.sampling import Tried, amount, slices

FULL = Measures(width=80, height=20, depth=4, least_room=4, door_percent=60)
SEEDS = st.integers(0, 2**64)


def drawn(seed: int, width: int = 80, height: int = 20) -> LevelPlan:
    measures = attrs.evolve(FULL, width=width, height=height)
    return labyrinth.draw(Site(measures, 1, 2), Stream(seed, "level-1"))


def reached(plan: LevelPlan, keys: tuple[str, ...]) -> set[Tile]:
    """Return the floor that is reachable with some keys, without finding secret doors."""
    locked = [lock.tile for lock in plan.locks if lock.key not in keys]
    grid = Grid(plan.rows, [*locked, *plan.secrets])
    found = 0
    assert plan.up is not None
    for wave in grid.flood(*plan.up).waves:
        found |= wave
    floor = ((x, y) for y, row in enumerate(plan.rows) for x, c in enumerate(row) if c == ".")
    return {tile for tile in floor if found >> grid.number(*tile) & 1}


def rooms_in(plan: LevelPlan, tiles: set[Tile]) -> int:
    return sum(room.centre in tiles for room in plan.rooms)


def check(plan: LevelPlan) -> None:
    """Check the invariants of a full-size level."""
    assert flaw_of(plan) == ""
    assert [one.key for one in plan.keys] == [*KEYS]
    assert plan.down is not None
    assert plan.goal is not None
    steps = [reached(plan, KEYS[:count]) for count in range(4)]
    counts = [rooms_in(plan, found) for found in steps]
    for number, key in enumerate(plan.keys):
        assert key.tile in steps[number]
        assert number == 0 or key.tile not in steps[number - 1]
    assert all(4 <= count <= 7 for count in (counts[0], *map(_minus, counts[1:3], counts[:2])))
    assert counts[3] == counts[2] + 1 == len(plan.rooms)
    assert plan.down in steps[2] - steps[1]
    assert plan.goal in steps[3] - steps[2]
    assert 1 <= len(plan.secrets) <= 2
    assert len(plan.ways) == 1
    assert len({room.name for room in plan.rooms} - {""}) == len(plan.rooms)
    spots = [*plan.kept]
    assert len(spots) == len(set(spots))


def _minus(one: int, other: int) -> int:
    return one - other


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_key_of_each_region_lies_in_the_previous_region(seed: int) -> None:
    check(drawn(seed))


@pytest.mark.endurance
@pytest.mark.parametrize(("part", "parts"), slices(4))
def test_labyrinths_pass_the_checks_for_regions_keys_and_secrets(
    part: int, parts: int, tried: Tried
) -> None:
    for seed in range(part, amount(20, 10_000), parts):
        tried["labyrinths, checked for regions, keys and secrets"] += 1
        check(drawn(seed))


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_openings_and_one_way_passages_lie_between_two_walls(seed: int) -> None:
    plan = drawn(seed)
    for x, y in plan.openings:
        cells = [plan.rows[y + dy][x + dx] for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))]
        assert cells in [["#", ".", "#", "."], [".", "#", ".", "#"]]
    for way in plan.ways:
        (x, y), floor = way.tile, "."
        assert plan.rows[y + way.dy][x + way.dx] == floor
        assert plan.rows[y + way.dx][x + way.dy] == "#"


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_secret_door_hides_a_treasure_and_no_creatures(seed: int) -> None:
    plan = drawn(seed)
    hidden = {
        (x, y) for y, row in enumerate(plan.rows) for x, cell in enumerate(row) if cell == "."
    } - reached(plan, KEYS)
    treasures = [tile for tile in plan.treasures if tile in hidden]
    assert len(treasures) == len(plan.secrets)
    assert not hidden & {*chain.from_iterable(room.tiles for room in plan.rooms)}
