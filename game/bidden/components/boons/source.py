"""Sources: places that warp the active boon of a creature that draws from them, once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.boons import DrawFrom, Warp, WhatWarp
from bidden.events.places import Spawn
from bidden.events.things import UseUp
from eventcore import REACT, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Source(Component):
    """Lets a creature that stands on it draw from it once.

    Attributes:
        warp: The warp of the boon.
        leaves: The name of its remains in creatures.toml.
    """

    warp: Literal["ember", "hollow"]
    leaves: Annotated[str, Meta(min_length=1)]

    @handles(DrawFrom, VALIDATE, role="source")
    def refuse_in_vain(self, drawing: DrawFrom, world: World) -> None:
        """Fail if it would change nothing."""
        warps = world.ask(WhatWarp(drawing.enactor)).warp
        if warps is None:
            drawing.fail("no boon")
        elif warps == self.warp:
            drawing.fail("warped")

    @handles(DrawFrom, RESOLVE, role="source")
    def warp_the_boon(self, drawing: DrawFrom, world: World) -> None:
        who = drawing.enactor
        drawing.worked = world.publish(Warp(who, who, self.warp)).done

    @handles(DrawFrom, REACT, role="source")
    def be_spent(self, drawing: DrawFrom, world: World) -> None:
        """Disappear, and leave the remains."""
        if drawing.worked:
            here = self.entity[Position]
            world.publish(UseUp(drawing.enactor, self.entity))
            world.publish(Spawn(world.root, None, self.leaves, here.x, here.y, here.level))
