"""Bursting: dying with a bang."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.minds import side_of
from bidden.events.tricks import Erupt
from eventcore import REACT, Component, World, component, handles


@component
class Bursts(Component):
    """Lets its creature burst as it dies.

    Attributes:
        effects: The names of the effects on all it reaches.
        radius: How far that is, in tiles; walls shield.
        fellows: Whether it reaches those of its own side alone; else all.
        seen: What it does, as in "The bloater bursts!"
    """

    effects: Annotated[tuple[str, ...], Meta(min_length=1)]
    radius: Annotated[int, Meta(ge=1)] = 1
    fellows: bool = False
    seen: Annotated[str, Meta(min_length=1)] = "bursts"

    @handles(Die, REACT - 6, role="target")
    def burst(self, die: Die, world: World) -> None:
        """Erupt once all else that follows from the death has happened, and it is gone."""
        dead, here = die.target, die.target[Position]
        side = side_of(world, dead) if self.fellows else ""
        spot = here.x, here.y, here.level
        reach = [*self.effects], self.radius, side
        world.defer(Erupt(world.root, dead, *spot, *reach, seen=self.seen))
