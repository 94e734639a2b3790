"""Chambers: which room with a name of its own somebody has come into."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.movement import Move
from bidden.state import Chamber, name_of
from eventcore import Entity, World


def entered(move: Move, here: Position, world: World) -> str:
    """Give the name of the room that a step led into from outside; empty where it led into none.

    Args:
        move: The step.
        here: Where it led to.
        world: The world.
    """
    for room in world.having(Chamber, Position):
        there = room[Position]
        outside = not _holds(room, there, move.from_x, move.from_y)
        if outside and there.level == here.level and _holds(room, there, here.x, here.y):
            return name_of(room)
    return ""


def _holds(room: Entity, there: Position, x: int, y: int) -> bool:
    wide, high = room[Chamber].width, room[Chamber].height
    return 0 <= x - there.x < wide and 0 <= y - there.y < high
