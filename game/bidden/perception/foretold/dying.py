"""Dying: how likely a creature dies of what it may lose, and how many hit points the dead had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.perception.foretold.odds import OUTRIGHT, percent
from bidden.rules.body.maiming import Maiming
from eventcore import Entity, World


def odds_of_death(who: Entity, world: World, harms: Iterable[Counter[int]]) -> int:
    """Give in how many of a hundred cases a creature dies of harms that come one after the other.

    Of who can be wounded, hit points that are emptied are a wound, and half of them are there
    again; the last wound kills. It is 0 or 100 only where that is certain.

    Args:
        who: The creature.
        world: Where.
        harms: How likely each costs how much, of each draw that chance could make.
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
    return percent(dead, cases)


def most_hit_points(who: Entity, world: World) -> int:
    """Give how many hit points it has at the most; of the dead, who are asked no more, had."""
    health, body = who[Health], who.get(Wounds)
    if who.alive or body is None or not body.taken:
        return health.vigour(world)
    kinds = world.root[Maiming].kinds
    return max(1, health.most + sum(kinds[one].changes.get("vigour", 0) for one in body.taken))
