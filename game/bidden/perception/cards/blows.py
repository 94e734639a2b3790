"""The mean number of blows until a creature is defeated."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.perception.cards.harms import MILLION, Harm
from eventcore import Entity, World

_PARTS: Final = 100
"""Means are counted in hundredths of a hit point."""


@attrs.frozen
class Blows:
    """The mean number of blows.

    Attributes:
        empty: Until the hit points are gone and a wound replaces death; 0 if that kills.
        wound: Until the first wound, by that or outright; 0 if it kills.
        death: Until death; 0 if the creature cannot be hurt so.
    """

    empty: int = 0
    wound: int = 0
    death: int = 0


def blows_to_end(harm: Harm, target: Entity, world: World) -> Blows:
    """Count the mean number of blows that defeat a creature."""
    health, body = target.get(Health), target.get(Wounds)
    if health is None or not harm.mean:
        return Blows()
    first = _needed(health.hp, harm)
    if body is None or body.count + 1 >= body.most:
        return Blows(death=first)
    number, death = 1, first
    while body.count + number + harm.outright * death // MILLION < body.most:
        # The last wound is none that was dealt outright.
        number, death = number + 1, death + _needed(health.after_a_wound(world), harm)
    return Blows(first, _until_one_wounds(harm, first), death)


def _until_one_wounds(harm: Harm, most: int) -> int:
    """Return the mean number of blows until one wounds outright, up to ``most``."""
    taken, left = 0, MILLION
    for _ in range(most):
        taken += left
        left -= left * harm.outright // MILLION
    return (taken + MILLION // 2) // MILLION


def _needed(hp: int, harm: Harm) -> int:
    return max(1, -(-hp * _PARTS // harm.mean))
