"""The odds of each loss of hit points, over all possible draws, and of death by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.events.combat import TakeDamage
from eventcore import Entity, World

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


def odds_of_death(who: Entity, world: World, harms: Iterable[Counter[int]]) -> int:
    """Return the probability, in percent, that a creature dies of a series of harms.

    A creature with wounds suffers a wound when its hit points reach 0, and regains half of them.
    The last wound kills it. The result is 0 or 100 only if that is certain.
    """
    health, body = who.get(Health), who.get(Wounds)
    if health is None:
        return 0
    again = health.after_a_wound(world) if body is not None else 0
    spare = 0 if body is None else max(0, body.most - 1 - body.count)
    lives, dead, cases = Counter({(health.hp, spare): 1}), 0, 1
    for harm in harms:
        left: Counter[tuple[int, int]] = Counter()
        dead, cases = dead * harm.total(), cases * harm.total()
        for (hp, wounds), count in lives.items():
            for loss, times in harm.items():
                if loss < hp:
                    left[hp - loss, wounds] += count * times
                elif wounds and loss < OUTRIGHT:
                    left[again, wounds - 1] += count * times
                else:
                    dead += count * times
        lives = left
    return 0 if dead == 0 else _SURE if dead == cases else max(1, dead * _SURE // cases)
