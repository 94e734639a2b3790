"""Reach: between which values a number went that was written often."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import attrs
import msgspec

from eventcore.trace.watch import FieldWrite

P = TypeVar("P")


@attrs.frozen
class Reach:
    """The lowest and the highest value that a field was given.

    Attributes:
        times: How often it was written.
        lowest: The lowest value.
        lowest_on: The turn it first was that.
        highest: The highest value.
        highest_on: The turn it first was that.
    """

    times: int
    lowest: float
    lowest_on: int
    highest: float
    highest_on: int

    def __str__(self) -> str:
        low = f"lowest {self.lowest}, first on turn {self.lowest_on}"
        high = f"highest {self.highest}, first on turn {self.highest_on}"
        return f"of {self.times} values written: {low}; {high}"


def reaches(writes: Iterable[FieldWrite[P]], few: int) -> dict[P, Reach]:
    """Say between what the fields went that hold numbers.

    Args:
        writes: What was written, in order, the values as JSON.
        few: A field that was written no more often than that is left out.
    """
    values: dict[P, list[tuple[float | None, int]]] = {}
    for write in writes:
        if not write.left:
            values.setdefault(write.place, []).append((_number(write.after), write.turn))
    found: dict[P, Reach] = {}
    for place, written in values.items():
        numbers = [(value, turn) for value, turn in written if value is not None]
        if len(written) <= few or len(numbers) < len(written):
            continue
        low = min(numbers, key=lambda one: one[0])
        high = max(numbers, key=lambda one: one[0])
        found[place] = Reach(len(numbers), *low, *high)
    return found


def _number(text: object) -> float | None:
    """Read a number; None where it is something else, or not there."""
    value = msgspec.json.decode(text) if isinstance(text, str) else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number else None
