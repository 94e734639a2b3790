"""Dying: how much harm would kill a creature, and how many hit points the dead had at the most."""

from __future__ import annotations

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.rules.body.maiming import Maiming
from eventcore import Entity, World


def deadly_loss(who: Entity) -> int | None:
    """Give how many hit points it would die of losing; None where it is wounded instead."""
    health, body = who.get(Health), who.get(Wounds)
    if health is None or (body is not None and body.count + 1 < body.most):
        return None
    return health.hp


def most_hit_points(who: Entity, world: World) -> int:
    """Give how many hit points it has at the most; of the dead, who are asked no more, had."""
    health, body = who[Health], who.get(Wounds)
    if who.alive or body is None or not body.taken:
        return health.vigour(world)
    kinds = world.root[Maiming].kinds
    return max(1, health.most + sum(kinds[one].changes.get("vigour", 0) for one in body.taken))
