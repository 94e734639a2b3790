"""Peril: how a fight between the player and foes would go, by the blows that each needs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import attrs

from bidden.events.effects import what_is
from bidden.events.turns import NORMAL
from bidden.perception.cards.blows import blows_to_end
from bidden.perception.cards.harms import Harm, blow_of, harms_of, shot_of
from bidden.view import Peril
from eventcore import Entity, World


@attrs.frozen
class Fight:
    """What one foe does in a fight, and what it takes, as the player can know it.

    Attributes:
        harm: Which part it takes, in each moment, of what the player is wounded or dies by.
        moments: For how many moments the player strikes until it dies; None where nothing kills it.
    """

    harm: Fraction
    moments: Fraction | None

    @property
    def peril(self) -> Peril:
        """How a fight with it alone would go."""
        return peril_of([self])


def fight_with(foe: Entity, player: Entity, world: World) -> Fight | None:
    """Weigh a foe: the worst it does against the best the player does; None for the harmless.

    Each is reckoned to act all the time, as fast as it is, and to come to it from wherever it is.

    Args:
        foe: Who is seen.
        player: By whom.
        world: Where they are.
    """
    theirs = _least(harms_of(foe, player, world), player, world)
    mine = _least((blow_of(player, foe, world), shot_of(player, foe, world)), foe, world)
    if not theirs:
        return None
    moments = Fraction(mine, _speed(player, world)) if mine else None
    return Fight(Fraction(_speed(foe, world), theirs), moments)


def peril_of(fights: Iterable[Fight]) -> Peril:
    """Say how a fight with all of these at once would go.

    The player is reckoned to strike one after the other until each is dead, in the order that costs
    least, while those that are left do what they do.
    """
    ordered, elapsed, lost = list[tuple[Fraction, Fraction]](), Fraction(), Fraction()
    for fight in fights:
        if fight.moments is None:
            return Peril.DEADLY
        ordered.append((fight.moments, fight.harm))
    for moments, harm in sorted(ordered, key=lambda one: one[0] / one[1]):
        elapsed += moments
        lost += harm * elapsed
    if lost >= 1:
        return Peril.DEADLY
    return Peril.HARD if 2 * lost >= 1 else Peril.NONE


def _least(harms: Iterable[Harm | None], target: Entity, world: World) -> int:
    """Give how many of the worst harm it takes, in the mean; 0 where none does any."""
    counts = list[int]()
    for harm in harms:
        if harm is not None and harm.how != "answer":
            blows = blows_to_end(harm, target, world)
            counts.append(blows.empty or blows.death)
    return min(filter(None, counts), default=0)


def _speed(who: Entity, world: World) -> int:
    return max(1, what_is(world, who, "speed", NORMAL))
