"""The odds of each loss, over all possible draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bidden.events.combat import TakeDamage

_SURE: Final = 100
OUTRIGHT: Final = 10**9
"""A loss that no wound can replace, such as starvation."""


def draws_of(harm: TakeDamage) -> Counter[int]:
    """Return how often each loss occurs among the possible draws of a harm."""
    most = max(1, harm.strength)
    if harm.outright:
        return Counter([OUTRIGHT])
    return Counter([most] if harm.sure else range(1, most + 1))


def summed(harms: Iterable[Counter[int]]) -> Counter[int]:
    """Return the odds of the sum of several harms."""
    odds = Counter({0: 1})
    for harm in harms:
        sums: Counter[int] = Counter()
        for so_far, count in odds.items():
            for draw, times in harm.items():
                sums[so_far + draw] += count * times
        odds = sums
    return odds


def perhaps(harm: Counter[int], often: int) -> Counter[int]:
    """Return the odds of a harm that occurs with a probability in percent."""
    odds = Counter({loss: count * often for loss, count in harm.items()})
    odds[0] += harm.total() * (_SURE - often)
    return odds


def percent(part: int, whole: int) -> int:
    """Return a share in percent, rounded down; 0 and 100 only if that is certain."""
    return 0 if part == 0 else _SURE if part == whole else max(1, part * _SURE // whole)
