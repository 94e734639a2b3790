"""Minds in words: where a noise comes from."""

import pytest

from bidden.messages.minds import direction


@pytest.mark.parametrize(
    ("dx", "dy", "said"),
    [
        (0, 0, "here"),
        (3, 0, "to the east"),
        (-3, 1, "to the west"),
        (4, 2, "to the south-east"),
        (2, 5, "to the south"),
        (-2, -4, "to the north-west"),
        (0, -1, "to the north"),
        (5, -5, "to the north-east"),
    ],
)
def test_one_of_eight_directions_is_the_nearest(dx: int, dy: int, said: str) -> None:
    assert direction(dx, dy) == said
