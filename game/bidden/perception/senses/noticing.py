"""What the player calls creatures and things in view, with their visible state."""

from __future__ import annotations

from bidden.ai.wits import is_asleep
from bidden.components.run.peace import Peaceful
from bidden.components.tricks.disguise import is_disguised
from bidden.events.minds import side_of
from bidden.perception.senses.names import counted_name
from eventcore import Entity, World


def called_in_view(thing: Entity, player: Entity, world: World) -> str:
    """Return a name with the visible state, as in "a troll, asleep" and "a bat, on your side"."""
    name = "you" if thing is player else counted_name(player, thing, world)
    theirs = side_of(world, thing)
    serves = serves_side(thing, player, side_of(world, player), theirs)
    return with_what_shows(name, thing, theirs, serves=serves)


def with_what_shows(name: str, thing: Entity, side: str, *, serves: bool) -> str:
    """Add the visible state to a name.

    Args:
        name: The name.
        thing: The creature or thing.
        side: Its side.
        serves: Whether it is on the player's side.
    """
    name += ", asleep" if is_asleep(thing) and not is_disguised(thing) else ""
    name += ", on your side" if serves else ""
    return name + (", lets you pass" if Peaceful in thing and not side else "")


def serves_side(thing: Entity, player: Entity, mine: str, theirs: str) -> bool:
    """Return whether a creature is on the player's side.

    Args:
        thing: The creature.
        player: The player.
        mine: The player's side.
        theirs: The creature's side.
    """
    return thing is not player and bool(mine) and theirs == mine
