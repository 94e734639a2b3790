"""Dying: how much harm would kill a creature now."""

from __future__ import annotations

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from eventcore import Entity


def deadly_loss(who: Entity) -> int | None:
    """Give how many hit points it would die of losing; None where it is wounded instead."""
    health, body = who.get(Health), who.get(Wounds)
    if health is None or (body is not None and body.count + 1 < body.most):
        return None
    return health.hp
