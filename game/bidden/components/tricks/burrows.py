"""Burrowing: going through walls and doors."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt
from bidden.state import Levels, Side
from eventcore import VALIDATE, Component, World, component, handles


@component
class Burrows(Component):
    """Takes its creature through all but the level's edge and others; in place of Collision."""

    @handles(Move, VALIDATE + 10)
    def stop_at_the_edge_and_at_others(self, move: Move, world: World) -> None:
        """Refuse a step onto the outermost tiles, or onto somebody."""
        depth = move.enactor[Position].level
        ground = world.root[Levels].at(depth)
        if not (0 < move.x < ground.width - 1 and 0 < move.y < ground.height - 1):
            move.fail("wall")
        elif any(
            Side in one for one in world.ask(WhatIsAt(world.root, move.x, move.y, depth)).found
        ):
            move.fail("occupied")
