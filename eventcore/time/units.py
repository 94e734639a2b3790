"""Check that times, delays and costs are whole numbers of units, within the allowed range."""

from __future__ import annotations

from typing import Final

from eventcore.errors import ScheduleError
from eventcore.text import short_number

LIMIT: Final = 1 << 53
"""All times and costs must be below this limit, because JSON readers may round larger numbers."""


def check_units(name: str, value: object, least: int = 0) -> None:
    """Raise a ScheduleError unless the value is an int from ``least`` to ``LIMIT - 1``."""
    if type(value) is not int:
        raise ScheduleError(
            f"{name}={value!r}: the agenda accepts only whole numbers; choose a unit of time so "
            "small that you never need fractions, or round the number"
        )
    if not least <= value < LIMIT:
        bounds = "between -2**53 and 2**53" if least < 0 else f"of at least {least} and below 2**53"
        raise ScheduleError(f"{name}={short_number(value)}: give a whole number {bounds}")
