"""Where there is room for a part of a body: no wall, no shut door, and nobody who is in its way."""

from __future__ import annotations

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.minds import is_of_one_side_by_nature
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import AROUND
from bidden.state import Fighter, Levels
from eventcore import Entity, World


def has_room(x: int, y: int, level: int, world: World, whose: Entity | None = None) -> bool:
    """Say whether a part of a body could be on a tile.

    Args:
        x: Its column.
        y: Its row.
        level: Its level.
        world: The world.
        whose: The body, of whose side by nature nobody is in its way; None where all are.
    """
    if world.root[Levels].at(level).is_wall(x, y):
        return False
    for thing in world.ask(WhatIsAt(world.root, x, y, level)).found:
        if is_shut_door(thing):
            return False
        if Fighter in thing and not (whose is not None and is_of_one_side_by_nature(whose, thing)):
            return False
    return True


def is_shut_in(place: Position, world: World) -> bool:
    """Say whether there is no room on any tile next to a place."""
    return not any(has_room(place.x + dx, place.y + dy, place.level, world) for dx, dy in AROUND)
