"""Noticing: what a player calls somebody or something in view, and what shows of it."""

from __future__ import annotations

from bidden.ai.wits import is_asleep
from bidden.components.run.peace import Peaceful
from bidden.components.tricks.disguise import is_disguised
from bidden.events.minds import side_of
from bidden.perception.senses.names import counted_name
from eventcore import Entity, World


def called_in_view(thing: Entity, player: Entity, world: World) -> str:
    """Give a name with what shows, as in "a troll, asleep" and "a bat, on your side"."""
    name = "you" if thing is player else counted_name(player, thing, world)
    theirs = side_of(world, thing)
    serves = serves_side(thing, player, side_of(world, player), theirs)
    return with_what_shows(name, thing, theirs, serves=serves)


def with_what_shows(name: str, thing: Entity, side: str, *, serves: bool) -> str:
    """Add to the name of somebody or something what shows of it.

    Args:
        name: What it is called.
        thing: Who or what it is.
        side: Its side.
        serves: Whether it is on the player's.
    """
    name += ", asleep" if is_asleep(thing) and not is_disguised(thing) else ""
    name += ", on your side" if serves else ""
    return name + (", lets you pass" if Peaceful in thing and not side else "")


def serves_side(thing: Entity, player: Entity, mine: str, theirs: str) -> bool:
    """Say whether somebody else is on the player's side.

    Args:
        thing: Who that is.
        player: The player.
        mine: The player's side.
        theirs: That of the other.
    """
    return thing is not player and bool(mine) and theirs == mine
