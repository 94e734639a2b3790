"""Deaths with a bang: creatures that burst, or whose contents come out."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.ground import Ignite, Pour, WhatSpreads
from bidden.events.minds import side_of
from bidden.events.tricks import Erupt
from eventcore import REACT, Component, World, component, handles


@component
class Bursts(Component):
    """Lets its creature burst when it dies.

    Attributes:
        effects: The names of its effects.
        radius: The radius, in tiles; walls shield.
        fellows: Whether it affects only creatures of its own side.
        seen: Its description for observers, as in "The bloater bursts!"
    """

    effects: Annotated[tuple[str, ...], Meta(min_length=1)]
    radius: Annotated[int, Meta(ge=1)] = 1
    fellows: bool = False
    seen: Annotated[str, Meta(min_length=1)] = "bursts"

    @handles(Die, REACT - 6, role="target")
    def burst(self, die: Die, world: World) -> None:
        """Erupt after all other consequences of the death, when the creature is gone."""
        dead, spot = die.target, die.target[Position].spot
        side = side_of(world, dead) if self.fellows else ""
        reach = [*self.effects], self.radius, side
        world.defer(Erupt(world.root, dead, *spot, *reach, seen=self.seen))


@component
class Leaks(Component):
    """Lets its creature leave terrain when it dies.

    Attributes:
        kind: The name of a kind of terrain.
        radius: The radius, in tiles; walls shield.
        amount: The amount of gas on each tile.
        lights: Whether it is set on fire.
    """

    kind: Annotated[str, Meta(min_length=1)]
    radius: Annotated[int, Meta(ge=0)] = 0
    amount: Annotated[int, Meta(ge=0)] = 0
    lights: bool = False

    @handles(Die, REACT - 7, role="target")
    def leak(self, die: Die, world: World) -> None:
        """Release the contents after all other consequences of the death."""
        here = die.target[Position]
        # The killer gets the credit for the consequences, as with any fire.
        by = die.enactor if die.enactor.alive and die.enactor is not die.target else world.root
        spot, holds = (here.level, here.x, here.y), (self.kind, self.radius, self.amount)
        there = world.ask(WhatSpreads(by, None, *spot, *holds))
        world.defer(Pour(by, here.level, self.kind, there.laid, self.amount))
        if self.lights:
            world.defer(Ignite(by, here.level, here.x, here.y))
