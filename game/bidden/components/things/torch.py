"""Torches: they burn in the hand or on the ground, and give light."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.ground import GoOut, LightUp, WhatSpreads
from bidden.events.things import LetGo, StartWearing, StopWearing
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles


@component
class Torch(Component):
    """Lets its item burn from wielding until it is taken off; a dropped torch burns on.

    Attributes:
        radius: The radius of its light, in tiles.
        lit: Whether it burns.
    """

    radius: Annotated[int, Meta(ge=1)] = 5
    lit: bool = False

    @handles(StartWearing, REACT, role="item")
    def light_in_the_hand(self, donning: StartWearing, world: World) -> None:
        world.publish(LightUp(donning.target, self.entity))

    @handles(StopWearing, REACT, role="item")
    def put_out_by_hand(self, doffing: StopWearing, world: World) -> None:
        """Publish that it goes out, unless it falls from the hand."""
        if self.lit and not isinstance(doffing.cause, LetGo):
            world.publish(GoOut(doffing.target, self.entity))

    @handles(LightUp, APPLY, role="item")
    def burn(self, lighting: LightUp, world: World) -> None:
        self.lit = True

    # After the other contents of an item, at MODIFY - 10.
    @handles(WhatSpreads, MODIFY - 9, role="item")
    def tell_where_it_falls(self, question: WhatSpreads, world: World) -> None:
        """Add the tile where a burning torch falls to the tiles that catch fire."""
        if self.lit:
            question.sparks = [*question.sparks, (question.x, question.y)]

    @handles(GoOut, VALIDATE, role="item")
    def refuse_what_does_not_burn(self, going: GoOut, world: World) -> None:
        if not self.lit:
            going.fail("out")

    @handles(GoOut, APPLY, role="item")
    def burn_no_more(self, going: GoOut, world: World) -> None:
        self.lit = False

    @property
    def place(self) -> Position | None:
        """The place where it lies, or of its wielder; None in a pack."""
        there, owner = self.entity.get(Position), self.entity.owner
        return there if there is not None or owner is None else owner.get(Position)
