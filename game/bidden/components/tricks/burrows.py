"""Burrowing: moving through walls and doors, within the level."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.movement import Move
from bidden.state import Levels
from eventcore import VALIDATE, Component, World, component, handles


@component
class Burrows(Component):
    """Keeps its creature, which can move through everything, on the level."""

    @handles(Move, VALIDATE + 15)
    def stop_at_the_edge(self, move: Move, world: World) -> None:
        """Fail a step onto the outermost tiles."""
        ground = world.root[Levels].at(move.enactor[Position].level)
        if not (0 < move.x < ground.width - 1 and 0 < move.y < ground.height - 1):
            move.fail("wall")
