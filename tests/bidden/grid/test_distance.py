"""Floods: the number of steps to each tile."""

from __future__ import annotations

from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.grid.distance import Grid

LEVELS = st.integers(1, 9).flatmap(
    lambda width: st.lists(st.text("#..", min_size=width, max_size=width), min_size=1, max_size=9)
)


STRAIGHT = ((0, -1), (1, 0), (0, 1), (-1, 0))


@settings(max_examples=50)
@given(LEVELS, st.data())
def test_flood_fill_respects_one_way_passages(rows: list[str], data: st.DataObject) -> None:
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
