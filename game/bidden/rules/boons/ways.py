"""The way of a boon: the tiles ahead of who uses it, and who stands there."""

from __future__ import annotations

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.queries import WhatIsAt
from bidden.state import Fighter, Levels
from eventcore import Entity, World


def somebody_at(x: int, y: int, level: int, world: World) -> Entity | None:
    """Give the creature on a tile."""
    found = world.ask(WhatIsAt(world.root, x, y, level)).found
    return next((one for one in found if Fighter in one), None)


def first_ahead(use: UseBoon, tiles: int, world: World) -> Entity | None:
    """Give the first creature within so many tiles ahead, before a wall or a shut door."""
    here = use.enactor[Position]
    for n in range(1, tiles + 1):
        x, y = here.x + n * use.dx, here.y + n * use.dy
        found = world.ask(WhatIsAt(world.root, x, y, here.level)).found
        if world.root[Levels].at(here.level).is_wall(x, y) or any(map(is_shut_door, found)):
            return None
        who = somebody_at(x, y, here.level, world)
        if who is not None:
            return who
    return None
