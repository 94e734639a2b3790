"""Traps: they affect creatures that step into them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.places import Spring
from bidden.events.things import UseUp
from bidden.rules.magic.powers import Power, reach_of, work
from eventcore import REACT, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Trap(Component):
    """Springs when a creature steps onto it. Nobody gets the credit: the trap itself acts.

    Attributes:
        power: Its effects, on the creature on it or around its tile.
        once: Whether it is gone after it springs.
        disarm_percent: The chance in percent that an attempt to disarm it succeeds.
    """

    power: Power
    once: bool = False
    disarm_percent: Annotated[int, Meta(ge=0, le=100)] = 60

    @handles(Spring, VALIDATE, role="trap")
    def aim(self, spring: Spring, world: World) -> None:
        """Find the targets."""
        here = self.entity[Position]
        spring.targets = [*reach_of(self.power, spring.target, here.x, here.y, world).targets]

    @handles(Spring, RESOLVE, role="trap")
    def work(self, spring: Spring, world: World) -> None:
        work(self.power, self.entity, spring.targets, world)

    @handles(Spring, REACT, role="trap")
    def be_used_up(self, spring: Spring, world: World) -> None:
        """Remove the trap if it works only once."""
        if self.once:
            world.publish(UseUp(spring.target, self.entity))
