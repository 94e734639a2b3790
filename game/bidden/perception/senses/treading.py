"""The known trap under a step."""

from __future__ import annotations

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt
from bidden.perception.senses.sight import in_view_of
from bidden.state import Flying, is_secret, name_of
from eventcore import Action, Entity, World


def known_trap_of(action: Action, player: Entity, world: World) -> str:
    """Return the name of the trap that a step would spring, if the player knows it, or ""."""
    if not isinstance(action, Move) or action.replacement is not None or Flying in player:
        return ""
    return known_trap_at((action.x, action.y), player, world)


def known_trap_at(spot: tuple[int, int], player: Entity, world: World) -> str:
    """Return the name of the known trap on a tile of the player's level, or ""."""
    level = player[Position].level
    marks = player[Memory].marked
    if spot not in in_view_of(player, world) and all((one.x, one.y) != spot for one in marks):
        return ""
    there = world.ask(WhatIsAt(world.root, *spot, level)).found
    traps = [name_of(one) for one in there if Trap in one and not is_secret(one)]
    return traps[0] if traps else ""
