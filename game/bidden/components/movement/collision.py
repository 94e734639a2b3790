"""Collision: what stops a step."""

from __future__ import annotations

from typing import Any

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.movement import Move
from bidden.rules.movement.occupancy import things_on
from bidden.state import Levels, OneWay, is_secret
from eventcore import VALIDATE, Component, Entity, World, component, handles


@component(version=2)
class Collision(Component):
    """Makes its entity solid: it cannot enter a tile with something solid.

    Attributes:
        through: Whether it passes walls, doors and one-way passages, and only solid creatures stop
            it.
    """

    through: bool = False

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Set that walls stop the creatures of older saves, which had no others."""
        return {"through": False} | fields

    @handles(Move, VALIDATE + 10)
    def stop_at_walls(self, move: Move, world: World) -> None:
        level = world.root[Levels].at(move.enactor[Position].level)
        if not self.through and level.is_wall(move.x, move.y):
            move.fail("wall")

    @handles(Move, VALIDATE + 20)
    def stop_at_what_is_solid(self, move: Move, world: World) -> None:
        """Fail a step into a shut door, against a one-way passage or into a creature."""
        level = move.enactor[Position].level
        for other in things_on(move.x, move.y, level, world):
            if Collision in other:
                move.fail("occupied")
            elif not self.through:
                self._stop_at(other, move)

    def _stop_at(self, other: Entity, move: Move) -> None:
        way = other.get(OneWay)
        if is_shut_door(other):
            move.fail("wall" if is_secret(other) else "door")
        elif way is not None and not way.admits(move.dx, move.dy):
            move.fail("one way")


@component
class Rooted(Component):
    """Keeps its entity on its tile; it attacks creatures within reach."""

    # After the rule of webs, at VALIDATE + 5, by which an attempt costs a turn.
    @handles(Move, VALIDATE + 6)
    def stay(self, move: Move, world: World) -> None:
        move.fail("rooted")


@component
class Burrows(Component):
    """Keeps its creature, which can move through everything, on the level."""

    @handles(Move, VALIDATE + 15)
    def stop_at_the_edge(self, move: Move, world: World) -> None:
        """Fail a step onto the outermost tiles."""
        ground = world.root[Levels].at(move.enactor[Position].level)
        if not (0 < move.x < ground.width - 1 and 0 < move.y < ground.height - 1):
            move.fail("wall")
