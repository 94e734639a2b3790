"""How much is tried of what could be: a sample in the suite, the whole in an endurance run.

The environment variable ENDURANCE makes the difference: without it a test takes the sample that
it names; with 1 the whole, with 4 a fourth part of it. A test that can take more than a sample has
the mark ``endurance`` and counts what it tries, so that a run can say how much that was.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Tried", "amount", "sampled", "slices"]

T = TypeVar("T")

Tried = Counter[str]
"""How often what was tried, in words that the summary of a run can print."""


def portion() -> int | None:
    """What part of the whole is asked for: 1 is all of it, 4 a fourth; None is a sample."""
    asked = os.environ.get("ENDURANCE", "")
    return int(asked) if asked else None


def amount(some: int, whole: int) -> int:
    """Say how often to do what the suite does ``some`` times, and endurance ``whole`` times."""
    part = portion()
    return some if part is None else max(some, whole // part)


def sampled(whole: Sequence[T], some: int) -> list[T]:
    """Take about ``some`` of a sequence, evenly spread and with both ends, or as many as asked."""
    count = min(amount(some, len(whole)), len(whole))
    if count < 2:
        return list(whole[:count])
    return [whole[n * (len(whole) - 1) // (count - 1)] for n in range(count)]


def slices(whole: int) -> list[tuple[int, int]]:
    """Cut a long test into so many of its own, as (place, of how many): one in the suite."""
    count = amount(1, whole)
    return [(place, count) for place in range(count)]
