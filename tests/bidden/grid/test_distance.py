"""Floods: the number of steps to each tile."""

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
def test_flood_finds_the_steps_of_a_search(rows: list[str], data: st.DataObject) -> None:
    spots = [(x, y) for y in range(len(rows)) for x in range(len(rows[0]))]
    shut = data.draw(st.sets(st.sampled_from(spots), max_size=3))
    start = data.draw(st.sampled_from(spots))
    grid = Grid(rows, shut)
    flood, expected = grid.flood(*start), distances(rows, shut, start)
    assert {spot: flood.steps_to(grid.number(*spot)) for spot in spots} == {
        spot: expected.get(spot) for spot in spots
    }


STRAIGHT = ((0, -1), (1, 0), (0, 1), (-1, 0))


@settings(max_examples=50)
@given(LEVELS, st.data())
def test_flood_goes_past_one_way_passages(rows: list[str], data: st.DataObject) -> None:
    spots = st.tuples(st.integers(0, len(rows[0]) - 1), st.integers(0, len(rows) - 1))
    goal = data.draw(spots)
    ways = data.draw(st.dictionaries(spots, st.sampled_from(STRAIGHT), max_size=3))
    grid = Grid(rows, (), [(*tile, *way) for tile, way in ways.items()])
    flood = grid.flood(*goal)

    def leads(spot: tuple[int, int], dx: int, dy: int) -> bool:
        to = spot[0] + dx, spot[1] + dy
        inside = 0 <= to[1] < len(rows) and 0 <= to[0] < len(rows[0])
        way = ways.get(to)
        admitted = way is None or way[0] * dx + way[1] * dy > 0
        return inside and admitted and (to == goal or rows[to[1]][to[0]] != "#")

    def steps_from(start: tuple[int, int]) -> int | None:
        found, queue = {start: 0}, deque([start])
        while queue:
            x, y = spot = queue.popleft()
            if spot == goal:
                return found[spot]
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    to = x + dx, y + dy
                    if leads(spot, dx, dy) and to not in found:
                        found[to] = found[spot] + 1
                        queue.append(to)
        return None

    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell != "#" or (x, y) == goal:
                assert flood.steps_to(grid.number(x, y)) == steps_from((x, y))


def test_the_tiles_of_some_bits_come_row_by_row() -> None:
    grid = Grid(["..#", "#.."])
    assert grid.tiles_of(grid.free) == [(0, 0), (1, 0), (1, 1), (2, 1)]
    assert grid.tiles_of(1 << grid.number(2, 1)) == [(2, 1)]
    assert grid.tiles_of(0) == []
