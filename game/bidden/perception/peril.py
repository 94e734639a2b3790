"""Peril: how a fight between the player and one foe would go, by the blows that each needs."""

from __future__ import annotations

from collections.abc import Iterable

from bidden.events.effects import what_is
from bidden.perception.cards.blows import blows_to_end
from bidden.perception.cards.harms import Harm, blow_of, harms_of, shot_of
from bidden.view import Peril
from eventcore import Entity, World
from eventcore.time import NORMAL


def peril_of(foe: Entity, player: Entity, world: World) -> Peril:
    """Weigh a foe, as the player can know it: the worst it does against the best the player does.

    Each is reckoned to act all the time, as fast as it is, and to come to it from wherever it is:
    the foe until the player is wounded or dies, the player until the foe dies.

    Args:
        foe: Who is seen.
        player: By whom.
        world: Where they are.
    """
    theirs = _least(harms_of(foe, player, world), player, world)
    mine = _least((blow_of(player, foe, world), shot_of(player, foe, world)), foe, world)
    if not theirs:
        return Peril.NONE
    if not mine:
        return Peril.DEADLY
    theirs, mine = theirs * _speed(player, world), mine * _speed(foe, world)
    if theirs <= mine:
        return Peril.DEADLY
    return Peril.HARD if theirs <= 2 * mine else Peril.NONE


def _least(harms: Iterable[Harm | None], target: Entity, world: World) -> int:
    """Give how many of the worst harm it takes, in the mean; 0 where none does any."""
    counts = list[int]()
    for harm in harms:
        if harm is not None and harm.how != "answer":
            blows = blows_to_end(harm, target, world)
            counts.append(blows.wound or blows.death)
    return min(filter(None, counts), default=0)


def _speed(who: Entity, world: World) -> int:
    return max(1, what_is(world, who, "speed", NORMAL))
