"""Check that times, delays and costs are whole numbers of units, within the allowed range."""

from __future__ import annotations

from typing import Final

from eventcore.errors import EventcoreError, ScheduleError
from eventcore.text import short_number

LIMIT: Final = 1 << 53
"""All times and costs must be below this limit, because JSON readers may round larger numbers."""


def check_units(
    name: str, value: object, least: int = 0, error: type[EventcoreError] = ScheduleError
) -> None:
    """Raise an error unless the value is an int from ``least`` to ``LIMIT - 1``."""
    if type(value) is not int:
        raise error(
            f"{name}={value!r}: give a whole number; if you need fractions of a unit of time, "
            "choose a smaller unit"
        )
    if not least <= value < LIMIT:
        bounds = "between -2**53 and 2**53" if least < 0 else f"of at least {least} and below 2**53"
        raise error(f"{name}={short_number(value)}: give a whole number {bounds}")
