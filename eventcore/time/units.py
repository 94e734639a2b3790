"""Units of time: whole numbers, of which a simulation says what they mean."""

from __future__ import annotations

from typing import Final, NoReturn

from eventcore.errors import ScheduleError
from eventcore.text import short_number

MOST: Final = 1 << 53
"""Every delay and cost is shorter: what reads a journal must be able to hold the time."""


def refuse_span(name: str, given: object, why_not_less: str) -> NoReturn:
    """Refuse a span of time that is no whole number, or less than 0, or too long."""
    if type(given) is not int:
        refuse_part(name, given)
    said = why_not_less if given < 0 else "that is longer than any simulation runs"
    raise ScheduleError(
        f"{name}={short_number(given)}: {said}; give 0 or more, less than 2 to the 53rd"
    )


def refuse_priority(given: object) -> NoReturn:
    """Refuse a priority that is no whole number, or too far from 0."""
    if type(given) is not int:
        refuse_part("priority", given)
    raise ScheduleError(
        f"priority={short_number(given)}: give a number that is nearer to 0 than 2 to the 53rd"
    )


def refuse_speed(given: object) -> NoReturn:
    """Refuse a speed that is no whole number, or below 1, or too high."""
    if type(given) is not int:
        refuse_part("speed", given)
    raise ScheduleError(
        f"speed={short_number(given)}: give 1 or more, less than 2 to the 53rd, or cancel it"
    )


def refuse_part(name: str, given: object) -> NoReturn:
    """Refuse what is no whole number."""
    raise ScheduleError(
        f"{name}={given!r}: the agenda takes whole numbers; choose a unit of time so small that "
        "nothing is part of one, or round it"
    )
