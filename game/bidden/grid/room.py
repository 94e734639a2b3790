"""Room for a part of a body: no wall, no shut door, and no creature in its way."""

from __future__ import annotations

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.minds import is_of_one_side_by_nature
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import AROUND
from bidden.state import Fighter, Levels
from eventcore import Entity, World


def has_room(x: int, y: int, level: int, world: World, whose: Entity | None = None) -> bool:
    """Return whether a part of a body could be on a tile.

    Creatures of the body's natural side are not in its way. Without a body, every creature is.
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
    """Return whether no neighbouring tile has room."""
    return not any(has_room(place.x + dx, place.y + dy, place.level, world) for dx, dy in AROUND)
