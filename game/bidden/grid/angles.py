"""Angles in whole degrees, clockwise from the east because rows count downwards.

Sines come from a table of integers, so that results do not depend on floating-point rounding.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

TURN: Final = 360
"""A full turn, in degrees."""

SCALE: Final = 10_000
"""A sine of 1."""

# fmt: off
_SINES: Final = (
    0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564, 1736, 1908,
    2079, 2250, 2419, 2588, 2756, 2924, 3090, 3256, 3420, 3584, 3746, 3907,
    4067, 4226, 4384, 4540, 4695, 4848, 5000, 5150, 5299, 5446, 5592, 5736,
    5878, 6018, 6157, 6293, 6428, 6561, 6691, 6820, 6947, 7071, 7193, 7314,
    7431, 7547, 7660, 7771, 7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572,
    8660, 8746, 8829, 8910, 8988, 9063, 9135, 9205, 9272, 9336, 9397, 9455,
    9511, 9563, 9613, 9659, 9703, 9744, 9781, 9816, 9848, 9877, 9903, 9925,
    9945, 9962, 9976, 9986, 9994, 9998, 10000,
)
# fmt: on
"""The sines of 0 to 90 degrees, in parts of ``SCALE``."""


def sine(degrees: int) -> int:
    """Return the sine of an angle, in parts of ``SCALE``."""
    quarter, rest = divmod(degrees % TURN, 90)
    size = _SINES[90 - rest if quarter % 2 else rest]
    return size if quarter < 2 else -size


def cosine(degrees: int) -> int:
    """Return the cosine of an angle, in parts of ``SCALE``."""
    return sine(degrees + 90)


def difference(to: int, of: int) -> int:
    """Return the shortest turn from one angle to another, from -179 to 180 degrees."""
    return 180 - (180 - (to - of)) % TURN


@lru_cache(maxsize=1 << 12)
def bearing(dx: int, dy: int) -> int:
    """Return the angle of an offset, from -179 to 180 degrees; 0 for no offset."""
    if dx == dy == 0:
        return 0
    return max(range(-179, 181), key=lambda angle: cosine(angle) * dx + sine(angle) * dy)
