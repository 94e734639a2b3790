"""Named rooms."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.grid.fixed import fixed_on
from bidden.state import Chamber
from eventcore import Entity, World


def rooms_of(level: int, world: World) -> list[Entity]:
    """Return the rooms of a level, 1 at the top, in order of creation."""
    return [*fixed_on(level, world, Chamber)]


def rooms_at(here: Position, world: World) -> list[Entity]:
    """Return the rooms that contain a tile, rarely more than one."""
    found = []
    for room in fixed_on(here.level, world, Chamber):
        there, size = room[Position], room[Chamber]  # ``holds``, inlined for speed
        if 0 <= here.x - there.x < size.width and 0 <= here.y - there.y < size.height:
            found.append(room)
    return found


def holds(room: Entity, x: int, y: int) -> bool:
    """Return whether a room contains a tile of its level."""
    there, size = room[Position], room[Chamber]
    return 0 <= x - there.x < size.width and 0 <= y - there.y < size.height
