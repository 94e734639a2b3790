"""Sampling: the suite tries a sample of all cases, an endurance run tries all of them.

The environment variable ENDURANCE decides: without it a test takes the sample that it names;
with 1 all cases, with 4 a quarter of them. A test that can take more than a sample has the mark
``endurance`` and counts its cases, so that a run can report the number.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Tried", "amount", "sampled", "slices"]

T = TypeVar("T")

Tried = Counter[str]
"""The number of cases tried, in words that the summary of a run can print."""


def portion() -> int | None:
    """Return the requested portion: 1 is everything, 4 a quarter; None is a sample."""
    asked = os.environ.get("ENDURANCE", "")
    return int(asked) if asked else None


def amount(some: int, whole: int) -> int:
    """Return ``some`` repetitions in the suite, and ``whole`` in a full endurance run."""
    part = portion()
    return some if part is None else max(some, whole // part)


def sampled(whole: Sequence[T], some: int) -> list[T]:
    """Return about ``some`` items, evenly spread and with both ends, or the requested portion."""
    count = min(amount(some, len(whole)), len(whole))
    if count < 2:
        return list(whole[:count])
    return [whole[n * (len(whole) - 1) // (count - 1)] for n in range(count)]


def slices(whole: int) -> list[tuple[int, int]]:
    """Divide a long test into parts, as (place, of how many): one part in the suite."""
    count = amount(1, whole)
    return [(place, count) for place in range(count)]
