"""Shoving: a creature is thrown back or dragged until something is in the way."""

from __future__ import annotations

from bidden.components.movement.collision import Collision
from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.components.movement.rooted import Rooted
from bidden.events.magic import CanApply, Shove
from bidden.events.movement import Displace
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import step_straight
from bidden.state import Levels, OneWay
from eventcore import MODIFY, RESOLVE, Component, World, component, handles


@component
class Shoving(Component):
    """Moves a creature in a straight line, unless it is rooted."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_room(self, question: CanApply, world: World) -> None:
        """Answer False if the first tile is taken, but leave the answer open for oneself."""
        shove = question.instant
        if isinstance(shove, Shove) and shove.enactor is not shove.target:
            question.could &= _landing(shove, world) is not None

    @handles(Shove, MODIFY, via="world")
    def find_where_it_ends(self, shove: Shove, world: World) -> None:
        spot = _landing(shove, world)
        if spot is not None:
            shove.x, shove.y = spot

    @handles(Shove, RESOLVE, via="world")
    def come_to_be_there(self, shove: Shove, world: World) -> None:
        if shove.x >= 0:
            level = shove.target[Position].level
            world.publish(Displace(shove.enactor, shove.target, shove.x, shove.y, level))


def _landing(shove: Shove, world: World) -> tuple[int, int] | None:
    """Return the last tile of the way, or None if there is no way or the creature is rooted."""
    here, by = shove.target[Position], shove.enactor[Position]
    dx, dy = step_straight(here.x - by.x, here.y - by.y)
    if Rooted in shove.target or here.level != by.level or not (dx or dy):
        return None
    if shove.tiles < 0:
        dx, dy = -dx, -dy
    spot, ground = None, world.root[Levels].at(here.level)
    x, y = here.x, here.y
    for _ in range(abs(shove.tiles)):
        x, y = x + dx, y + dy
        if ground.is_wall(x, y) or _is_barred(x, y, here.level, world):
            break
        spot = x, y
        if ground.is_chasm(x, y):
            break
    return spot


def _is_barred(x: int, y: int, level: int, world: World) -> bool:
    """Return whether something on a tile stops the creature."""
    for thing in world.ask(WhatIsAt(world.root, x, y, level)).found:
        if Collision in thing or OneWay in thing or is_shut_door(thing):
            return True
    return False
