"""Blows counted: how many it takes, as chance has it in the mean, until somebody is done for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.combat.wounding import TENTHS
from bidden.perception.cards.harms import Harm
from eventcore import Entity, World

_PARTS: Final = 100
"""Of a hit point, as means are told."""
_WHOLE: Final = 1_000_000
"""Certainty, in parts."""


@attrs.frozen
class Blows:
    """How many it takes.

    Attributes:
        empty: Until the hit points are gone, and a wound stands for the death; 0 where it kills.
        wound: Until it is wounded, by that or outright; 0 where the first wound kills.
        death: Until it dies; 0 for who cannot be hurt so.
    """

    empty: int = 0
    wound: int = 0
    death: int = 0


def blows_to_end(harm: Harm, target: Entity, world: World) -> Blows:
    """Count how many of a harm it takes, in the mean, to be the end of a creature."""
    health, body = target.get(Health), target.get(Wounds)
    if health is None or not harm.mean:
        return Blows()
    first = _needed(health.hp, harm)
    if body is None or body.count + 1 >= body.most:
        return Blows(death=first)
    odds = harm.wounding * harm.mean_of(["blow"]) * _WHOLE // (TENTHS * health.most * _PARTS)
    # The last wound is none that was dealt outright.
    for number, death in _emptied(first, _needed(health.after_a_wound(world), harm)):
        if body.count + number + odds * death // _WHOLE >= body.most:
            return Blows(first, _until_it_comes_true(odds, first), death)
    raise AssertionError("so many wounds come in the end")


def _emptied(first: int, then: int) -> Iterator[tuple[int, int]]:
    """Yield how often the hit points are gone, and after how many blows."""
    number, blows = 1, first
    while True:
        yield number, blows
        number, blows = number + 1, blows + then


def _until_it_comes_true(odds: int, most: int) -> int:
    """Give how many trials it takes in the mean until one comes true, and no more than so many."""
    trials, left = 0, _WHOLE
    for _ in range(most):
        trials += left
        left -= left * min(odds, _WHOLE) // _WHOLE
    return (trials + _WHOLE // 2) // _WHOLE


def _needed(hp: int, harm: Harm) -> int:
    return max(1, -(-hp * _PARTS // harm.mean))
