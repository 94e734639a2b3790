"""Floods: how many steps it is to each tile, in eight directions, over what can be walked on."""

from __future__ import annotations

from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.grid.distance import Grid

LEVELS = st.integers(1, 9).flatmap(
    lambda width: st.lists(st.text("#..", min_size=width, max_size=width), min_size=1, max_size=9)
)


def distances(
    rows: list[str], shut: set[tuple[int, int]], start: tuple[int, int]
) -> dict[tuple[int, int], int]:
    """The same, as one writes it first."""
    found, queue = {start: 0}, deque([start])
    while queue:
        x, y = queue.popleft()
        for spot in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            inside = 0 <= spot[1] < len(rows) and 0 <= spot[0] < len(rows[0])
            free = inside and rows[spot[1]][spot[0]] != "#" and spot not in shut
            if free and spot not in found:
                found[spot] = found[x, y] + 1
                queue.append(spot)
    return found


@settings(deadline=None)
@given(rows=LEVELS, data=st.data())
def test_a_flood_reaches_each_tile_in_as_many_steps_as_a_search_finds(
    rows: list[str], data: st.DataObject
) -> None:
    spots = [(x, y) for y in range(len(rows)) for x in range(len(rows[0]))]
    shut = data.draw(st.sets(st.sampled_from(spots), max_size=3))
    start = data.draw(st.sampled_from(spots))
    grid = Grid(rows, shut)
    flood, expected = grid.flood(*start), distances(rows, shut, start)
    assert {spot: flood.steps_to(grid.number(*spot)) for spot in spots} == {
        spot: expected.get(spot) for spot in spots
    }


def test_a_flood_does_not_go_round_the_edge() -> None:
    grid = Grid([".#.", "###", "..."])
    flood = grid.flood(2, 0)
    assert [flood.steps_to(grid.number(x, y)) for y in range(3) for x in range(3)] == [
        *(None, None, 0),
        *(None, None, None),
        *(None, None, None),
    ]


def test_there_is_no_flood_from_beyond_the_edge() -> None:
    grid = Grid(["..", ".."])
    for spot in ((-1, 0), (2, 0), (0, -1), (0, 2), (-(2**70), 2**70)):
        flood = grid.flood(*spot)
        assert [flood.steps_to(grid.number(x, y)) for x in (0, 1) for y in (0, 1)] == [None] * 4
