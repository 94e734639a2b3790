"""Blows counted: how many it takes, as chance has it in the mean, until somebody is done for."""

from __future__ import annotations

import attrs

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.perception.cards.harms import Harm
from eventcore import Entity, World

_PARTS = 100
"""Of a hit point, as means are told."""


@attrs.frozen
class Blows:
    """How many it takes.

    Attributes:
        wound: Until the hit points are gone, and a wound stands for the death; 0 where it kills.
        death: Until it dies; 0 for who cannot be hurt so.
    """

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
    more = body.most - body.count - 1
    return Blows(wound=first, death=first + more * _needed(health.after_a_wound(world), harm))


def _needed(hp: int, harm: Harm) -> int:
    return max(1, -(-hp * _PARTS // harm.mean))
