"""Spilling: items that break where they land, and let out their contents."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Throw
from bidden.events.ground import Ignite, Pour, WhatSpreads
from bidden.events.things import UseUp
from eventcore import MODIFY, REACT, Component, World, component, handles


@component
class Spill(Component):
    """Lets its item break where it lands after a throw.

    Attributes:
        kind: Its contents, by the name of a kind of terrain; empty for nothing.
        radius: The radius of the spill, in tiles.
        amount: The amount of gas on each tile.
        lights: Whether it ignites fuel there.
    """

    kind: str = ""
    radius: Annotated[int, Meta(ge=0)] = 0
    amount: Annotated[int, Meta(ge=0)] = 0
    lights: bool = False

    @handles(WhatSpreads, MODIFY - 10, role="item")
    def tell_what_is_in_it(self, question: WhatSpreads, world: World) -> None:
        """Add its contents, and the tiles that it sets on fire."""
        question.pours, question.radius, question.amount = self.kind, self.radius, self.amount
        if self.lights:
            question.sparks = [*question.sparks, (question.x, question.y)]

    # Once it lies there and has hurt its target.
    @handles(Throw, REACT - 2, role="item")
    def break_where_it_lands(self, throw: Throw, world: World) -> None:
        """Release its contents, and use up the item."""
        who, level = throw.enactor, throw.enactor[Position].level
        there = world.ask(WhatSpreads(who, self.entity, level, throw.to_x, throw.to_y))
        world.publish(UseUp(who, self.entity))
        if there.laid:
            world.publish(Pour(who, level, there.pours, there.laid, there.amount))
        for tile in there.lit:
            world.publish(Ignite(who, level, *tile))
