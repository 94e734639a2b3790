"""The probability that a creature dies of damage, and the full hit points of the dead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.perception.foretold.odds import OUTRIGHT, percent
from bidden.rules.body.maiming import Maiming
from eventcore import Entity, World


def odds_of_death(who: Entity, world: World, harms: Iterable[Counter[int]]) -> int:
    """Return the probability, in percent, that a creature dies of a series of harms.

    A creature with wounds suffers a wound when its hit points reach 0, and regains half of them.
    The
    last wound kills it. The result is 0 or 100 only if that is certain.

    Args:
        who: The creature.
        world: The world.
        harms: For each harm, how often each loss occurs among all possible draws.
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
    """Return a creature's maximum hit points, also after its death."""
    health, body = who[Health], who.get(Wounds)
    if who.alive or body is None or not body.taken:
        return health.vigour(world)
    kinds = world.root[Maiming].kinds
    return max(1, health.most + sum(kinds[one].changes.get("vigour", 0) for one in body.taken))
