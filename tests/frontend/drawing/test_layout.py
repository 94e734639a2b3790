"""The layout says which cells are what, on a console of any size."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidden.frontend.drawing.layout import LEAST, Layout, Rect, layout_of
from bidden.view import MAP_HEIGHT, MAP_WIDTH

sizes = st.builds(layout_of, st.integers(80, 400), st.integers(24, 200))


def parts(layout: Layout) -> list[Rect]:
    return [part for part in (layout.header, layout.map, layout.log, layout.side) if part]


def test_smallest_console_is_filled_to_the_last_cell() -> None:
    assert LEAST.header == Rect(0, 0, 80, 1)
    assert LEAST.map == Rect(0, 1, 80, 20)
    assert LEAST.log == Rect(0, 21, 80, 3)
    assert LEAST.side is None


@pytest.mark.parametrize(
    ("width", "height", "side"),
    [(109, 24, None), (110, 30, Rect(81, 1, 28, 28)), (200, 50, Rect(112, 1, 56, 48))],
)
def test_side_bar_needs_110_columns(width: int, height: int, side: Rect | None) -> None:
    assert layout_of(width, height).side == side


def test_log_has_the_rows_beneath_the_map() -> None:
    assert layout_of(80, 50).log.height == 29
    assert layout_of(200, 50).log == Rect(31, 21, 80, 29)


@given(sizes)
def test_no_part_overlaps_another_or_goes_beyond_the_console(layout: Layout) -> None:
    for one, other in combinations(parts(layout), 2):
        apart = one.right <= other.x or other.right <= one.x
        assert apart or one.bottom <= other.y or other.bottom <= one.y
    for part in parts(layout):
        assert part.x >= 0 <= part.y
        assert part.right <= layout.width
        assert part.bottom <= layout.height


@given(sizes, st.integers(0, MAP_WIDTH - 1), st.integers(0, MAP_HEIGHT - 1))
def test_cell_of_a_tile_shows_that_tile(layout: Layout, x: int, y: int) -> None:
    assert layout.tile_at(*layout.cell_of((x, y))) == (x, y)


@given(sizes, st.integers(0, 399), st.integers(0, 199))
def test_cell_beside_the_map_shows_no_tile(layout: Layout, x: int, y: int) -> None:
    tile = layout.tile_at(x, y)
    assert (tile is not None) == ((x, y) in layout.map)
    assert tile is None or layout.cell_of(tile) == (x, y)
