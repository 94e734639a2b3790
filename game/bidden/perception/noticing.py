"""Noticing: what a player calls somebody or something in view, and what shows of it."""

from __future__ import annotations

from bidden.ai.wits import is_asleep
from bidden.components.run.peace import Peaceful
from bidden.components.tricks.disguise import is_disguised
from bidden.events.minds import side_of
from bidden.perception.names import counted_name
from eventcore import Entity, World


def called_in_view(thing: Entity, player: Entity, world: World) -> str:
    """Give a name with what shows, as in "a troll, asleep" and "a bat, on your side"."""
    side = side_of(world, player)
    name = "you" if thing is player else counted_name(player, thing, world)
    name += ", asleep" if is_asleep(thing) and not is_disguised(thing) else ""
    name += ", on your side" if serves_side(thing, player, side, world) else ""
    lets_pass = Peaceful in thing and not side_of(world, thing)
    return name + (", lets you pass" if lets_pass else "")


def serves_side(thing: Entity, player: Entity, side: str, world: World) -> bool:
    """Say whether somebody else is on a side, the player's."""
    return thing is not player and bool(side) and side_of(world, thing) == side
