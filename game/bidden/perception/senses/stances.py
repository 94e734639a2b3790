"""The stance of creatures in view towards the player, as far as it shows."""

from __future__ import annotations

from bidden.ai.wits import is_asleep
from bidden.components.run.goals import Hunted
from bidden.components.tricks.disguise import is_disguised
from bidden.events.minds import are_opposed
from bidden.perception.senses.noticing import serves_side
from bidden.state import Fighter, Side
from bidden.view import Stance
from eventcore import Entity


def stance_of(thing: Entity, player: Entity, mine: str, theirs: str) -> Stance | None:
    """Return the stance of a creature, or None if it looks like a thing.

    Args:
        thing: The creature.
        player: The player.
        mine: The player's side.
        theirs: The creature's side.
    """
    if thing is player or is_disguised(thing) or not (Side in thing or Fighter in thing):
        return None
    if Hunted in thing:
        return Stance.QUARRY
    if serves_side(thing, player, mine, theirs):
        return Stance.ALLY
    if not are_opposed(mine, theirs):
        return Stance.NEUTRAL
    return Stance.ASLEEP if is_asleep(thing) else Stance.FOE
