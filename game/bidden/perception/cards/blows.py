"""Blows counted: how many it takes, as chance has it in the mean, until somebody is done for."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.perception.cards.harms import MILLION, Harm
from eventcore import Entity, World

_PARTS: Final = 100
"""Of a hit point, as means are told."""


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
    number, death = 1, first
    while body.count + number + harm.outright * death // MILLION < body.most:
        # The last wound is none that was dealt outright.
        number, death = number + 1, death + _needed(health.after_a_wound(world), harm)
    return Blows(first, _until_one_wounds(harm, first), death)


def _until_one_wounds(harm: Harm, most: int) -> int:
    """Give how many it takes in the mean until one wounds outright, and no more than so many."""
    taken, left = 0, MILLION
    for _ in range(most):
        taken += left
        left -= left * harm.outright // MILLION
    return (taken + MILLION // 2) // MILLION


def _needed(hp: int, harm: Harm) -> int:
    return max(1, -(-hp * _PARTS // harm.mean))
