"""The peril of a fight between the player and foes, by the number of blows needed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import attrs

from bidden.events.effects import what_is
from bidden.events.turns import NORMAL
from bidden.perception.cards.harms import Harm, blow_of, blows_to_end, harms_of, shot_of
from bidden.view import Peril
from eventcore import Entity, World


@attrs.frozen
class Fight:
    """The strength of one foe in a fight, from the player's knowledge.

    Attributes:
        harm: The share of the player's life that it takes in each moment.
        moments: The number of moments until the player has killed it; None if nothing kills it.
    """

    harm: Fraction
    moments: Fraction | None

    @property
    def peril(self) -> Peril:
        """The peril of a fight with this foe alone."""
        return peril_of([self])


def fight_with(foe: Entity, player: Entity, world: World) -> Fight | None:
    """Compare the foe's strongest attack with the player's. Return None for a harmless foe.

    Both act all the time, at their own speed, and the foe comes from where it is.
    """
    theirs = _least(harms_of(foe, player, world), player, world)
    awake = blow_of(player, foe, world, awake=True)
    mine = _least((blow_of(player, foe, world), shot_of(player, foe, world)), foe, world, awake)
    if not theirs:
        return None
    moments = Fraction(mine, _speed(player, world)) if mine else None
    return Fight(Fraction(_speed(foe, world), theirs), moments)


def peril_of(fights: Iterable[Fight]) -> Peril:
    """Return the peril of a fight with all foes at once.

    The player kills one after the other, in the best order, while the others go on attacking.
    """
    ordered, elapsed, lost = list[tuple[Fraction, Fraction]](), Fraction(), Fraction()
    for fight in fights:
        if fight.moments is None:
            return Peril.DEADLY
        ordered.append((fight.moments, fight.harm))
    for moments, harm in sorted(ordered, key=lambda fight: fight[0] / fight[1]):
        elapsed += moments
        lost += harm * elapsed
    if lost >= 1:
        return Peril.DEADLY
    return Peril.HARD if 2 * lost >= 1 else Peril.NONE


def _least(
    harms: Iterable[Harm | None], target: Entity, world: World, awake: Harm | None = None
) -> int:
    """Return the mean number of blows of the worst harm until a creature dies, or 0."""
    able = [one for one in harms if one is not None and one.how != "answer"]
    then = {"blow": awake}
    blows = [blows_to_end(one, target, world, then.get(one.how)) for one in able]
    return min(filter(None, (each.empty or each.death for each in blows)), default=0)


def _speed(who: Entity, world: World) -> int:
    return max(1, what_is(world, who, "speed", NORMAL))
