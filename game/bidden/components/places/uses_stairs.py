"""Climbing: a step onto a stair leads to its other end."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.effects import Stumble
from bidden.events.movement import Move
from bidden.events.places import Climb
from bidden.rules.movement.occupancy import things_on
from bidden.state import Stair
from eventcore import REACT, Component, World, component, handles


@component
class UsesStairs(Component):
    """Lets its entity use stairs; without it, or stumbling, an entity walks over them."""

    @handles(Move, REACT)
    def take_the_stair(self, move: Move, world: World) -> None:
        """Go up or down, after all other consequences of the step."""
        if isinstance(move.cause, Stumble):
            return
        place = move.enactor[Position]
        for thing in things_on(place.x, place.y, place.level, world):
            if Stair in thing:
                world.defer(Climb(move.enactor, thing))
                return
