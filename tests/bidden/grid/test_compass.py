"""The eight compass directions, and how far a tile deviates from one."""

from __future__ import annotations

import pytest

from bidden.grid.compass import astray, bearing


@pytest.mark.parametrize(
    ("dx", "dy", "name"),
    [(-9, 4, "west"), (-9, 5, "south-west"), (4, -9, "north"), (5, -9, "north-east")],
)
def test_bearing_is_diagonal_when_the_sideways_offset_exceeds_half(
    dx: int, dy: int, name: str
) -> None:
    assert bearing(dx, dy) == name


@pytest.mark.parametrize(
    ("dx", "dy", "step", "off"),
    [
        (-10, 8, (-1, 0), 3),
        (0, 10, (-1, 0), 10),
        (6, 0, (-1, 0), 3),
        (10, 0, (1, 1), 5),
        (-6, -6, (1, 1), 3),
    ],
)
def test_deviation_from_a_direction_is_counted_in_tiles(
    dx: int, dy: int, step: tuple[int, int], off: int
) -> None:
    assert astray(dx, dy, step) == off
