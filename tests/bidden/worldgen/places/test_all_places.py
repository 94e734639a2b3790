"""Every place: for any seed and size, its levels are solvable and consistent.

Each level keeps its size, with walls all around; its areas are separate and on floor; stairs
and goal are separate tiles, far apart on foot; nobody falls into rock; and the same seed and
site give the same level.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion

from bidden.worldgen.places import PLACES
from bidden.worldgen.plan import LevelPlan, Site
from bidden.worldgen.solving import flaw_of
from tests.bidden.worldgen.surveyed import (
    any_size,
    at_size,
    drawn_up,
    sketch,
    steps_between,
    thrown_away,
    tiles_of,
)
from tests.sampling import Tried, amount, slices

every_place = pytest.mark.parametrize("place", sorted(PLACES))


THROWN_AWAY = {"slum": 1, "tower": 1}
"""The most rejected drafts per three hundred levels; 0 for other places."""


def check(site: Site, plan: LevelPlan) -> None:
    """Check a level against the rules of every place."""
    assert flaw_of(plan) == ""
    assert [len(row) for row in plan.rows] == [site.width] * site.height
    cells = set("".join(plan.rows))
    assert cells <= ({"#", "."} if site.last else {"#", ".", ":"})
    floor = tiles_of(plan, ".")
    held = [tile for area in plan.rooms for tile in area.tiles]
    assert len(held) == len(set(held))
    assert floor >= {*held, *plan.doors}
    assert all(area.centre in area for area in plan.rooms)
    spots = [spot for spot in (plan.up, plan.down, plan.goal) if spot is not None]
    assert len(spots) == len(set(spots))
    assert floor >= set(spots)
    assert not set(spots) & {*plan.doors}
    if plan.up and plan.down:
        steps = steps_between(plan, plan.up, plan.down)
        assert steps is not None
        assert 3 * steps >= site.width
    for y, row in enumerate(site.above):
        for x, cell in enumerate(row):
            assert cell != ":" or plan.rows[y][x] != "#"


@every_place
@settings(max_examples=6, deadline=None)
@any_size
def test_a_place_of_any_size_is_sound(place: str, width: int, height: int, seed: int) -> None:
    for site, plan in drawn_up(place, seed, levels=2, measures=at_size(width, height)):
        check(site, plan)


@pytest.mark.endurance
@every_place
@pytest.mark.parametrize(("part", "parts"), slices(4))
def test_a_place_of_full_size_is_sound(place: str, part: int, parts: int, tried: Tried) -> None:
    for seed in range(part, amount(1, 10_000), parts):
        tried["levels of all places, in groups of three"] += 3
        for site, plan in drawn_up(place, seed, levels=3):
            check(site, plan)
            assert len(plan.rooms) >= 6


@pytest.mark.endurance
@every_place
def test_hardly_any_level_is_thrown_away(place: str, tried: Tried) -> None:
    levels = amount(8, 300)
    tried["levels of a single place, with few retries"] += levels
    assert thrown_away(place, levels) <= THROWN_AWAY.get(place, 0)


@every_place
def test_seed_3_draws_this_level(place: str, snapshot: SnapshotAssertion) -> None:
    plan = drawn_up(place, 3, levels=2, measures=at_size(60, 18))[0][1]
    assert "\n".join(sketch(plan)) == snapshot
