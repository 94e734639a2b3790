"""Climbing: who steps onto a stair goes where it leads."""

from __future__ import annotations

from eventcore import REACT, Component, World, component, handles
from game.events.asking import WhatIsAt
from game.events.movement import Move
from game.events.stairs import Climb
from game.state import Place, Stair

__all__ = ["Climber"]


@component
class Climber(Component):
    """Lets its entity use stairs; who has none walks over them."""

    @handles(Move, REACT)
    def take_the_stair(self, move: Move, world: World) -> None:
        """Go up or down, once all that follows from the step has happened."""
        place = move.enactor[Place]
        for thing in world.ask(WhatIsAt(world.root, place.x, place.y, place.level)).found:
            if Stair in thing:
                world.defer(Climb(move.enactor, thing))
                return
