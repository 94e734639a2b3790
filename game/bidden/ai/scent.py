"""Scent: knowing where an unseen foe is."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.ai.mind import Mind
from bidden.components.movement.position import Position
from bidden.events.minds import are_foes
from bidden.events.turns import TakeTurn
from bidden.state import Side
from eventcore import APPLY, Component, World, component, handles


@component
class Scent(Component):
    """Lets its creature go after the nearest enemy it smells, whatever is in between.

    Attributes:
        within: The Euclidean range of its scent, in tiles.
    """

    within: Annotated[int, Meta(ge=1)]

    # After it has looked about, at APPLY, and before its wits take stock, at APPLY + 10.
    @handles(TakeTurn, APPLY + 5)
    def smell(self, turn: TakeTurn, world: World) -> None:
        """Store the nearest foe; of two equally near, the one with the lower id."""
        who = turn.enactor
        mind, here = who[Mind], who[Position]
        near = []
        for creature in world.roster(Side, Position):
            there = creature[Position]
            far = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
            is_near = there.level == here.level and far <= self.within**2
            if is_near and are_foes(world, who, creature):
                near.append((far, creature.id, there.tile))
        if near:
            mind.smell_a_foe(*min(near)[2])
