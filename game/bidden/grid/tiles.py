"""Free tiles: floor without solid things, doors, passages and stairs."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.components.movement.collision import Collision
from bidden.components.movement.door import Door, is_hidden_door
from bidden.components.movement.position import Position
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import AROUND
from bidden.state import Levels, OneWay, Stair
from eventcore import World


def is_free(x: int, y: int, level: int, world: World) -> bool:
    """Return whether a creature could enter a tile."""
    ground = world.root[Levels].at(level)
    if ground.is_wall(x, y) or ground.is_chasm(x, y):
        return False
    things = world.ask(WhatIsAt(world.root, x, y, level)).found
    return all(cls not in thing for thing in things for cls in (Collision, Door, OneWay, Stair))


def looks_walled(x: int, y: int, level: int, world: World) -> bool:
    """Return whether a tile is a wall, or has a secret door, which looks the same."""
    if world.root[Levels].at(level).is_wall(x, y):
        return True
    return any(map(is_hidden_door, world.ask(WhatIsAt(world.root, x, y, level)).found))


def free_beside(place: Position, world: World) -> Iterator[tuple[int, int]]:
    """Yield the free tiles next to a place, clockwise from the north."""
    for dx, dy in AROUND:
        if is_free(place.x + dx, place.y + dy, place.level, world):
            yield place.x + dx, place.y + dy
