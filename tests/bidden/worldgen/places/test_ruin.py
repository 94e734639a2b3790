"""The ruin: one sees far, and a room is left in more ways than one."""

from bidden.worldgen.plan import Area, LevelPlan
from tests.bidden.worldgen.surveyed import (
    first_of,
    seen_in_percent,
    tiles_of,
)


def ways_out(plan: LevelPlan, area: Area) -> int:
    """How many tiles of floor are beside an area, and no part of it."""
    inside = set(area.tiles)
    beside = {(x + dx, y + dy) for x, y in inside for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return len((beside - inside) & tiles_of(plan, "."))


def test_nearly_all_rooms_are_left_in_more_ways_than_one() -> None:
    ways = [ways_out(p, area) for p in (first_of("ruin", s) for s in range(20)) for area in p.rooms]
    assert 100 * sum(count > 1 for count in ways) > 95 * len(ways)


def test_one_sees_much_farther_than_in_a_slum() -> None:
    ruin, slum = (
        sum(seen_in_percent(first_of(place, seed)) for seed in range(10))
        for place in ("ruin", "slum")
    )
    assert ruin > 3 * slum
