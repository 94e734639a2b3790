"""Angles: integer sines, the shorter rotation, and the bearing of a tile."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidden.grid.angles import SCALE, TURN, bearing, cosine, difference, sine

ANGLES = st.integers(-2 * TURN, 2 * TURN)


@given(ANGLES)
def test_sines_are_those_of_mathematics_rounded(angle: int) -> None:
    assert sine(angle) == round(SCALE * math.sin(math.radians(angle)))
    assert cosine(angle) == round(SCALE * math.cos(math.radians(angle)))


@pytest.mark.parametrize(
    ("dx", "dy", "angle"),
    [(3, 0, 0), (0, 2, 90), (-1, 0, 180), (0, -5, -90), (1, 1, 45), (-2, -2, -135), (0, 0, 0)],
)
def test_bearing_of_a_tile_is_the_expected_angle(dx: int, dy: int, angle: int) -> None:
    assert bearing(dx, dy) == angle


@given(ANGLES, ANGLES)
def test_angle_difference_takes_the_shorter_direction(to: int, of: int) -> None:
    assert (of + difference(to, of) - to) % TURN == 0
    assert -180 < difference(to, of) <= 180
