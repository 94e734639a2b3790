"""Tracking: a hunter smells foes nearby, or knows for a while where its quarry is."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.events.minds import are_foes
from bidden.events.pursuit import TakeUpTrail
from bidden.events.turns import TakeTurn
from bidden.state import Side
from eventcore import APPLY, Component, Entity, World, component, handles


@component
class Tracker(Component):
    """Lets its creature follow a trail, and never lose it while it lasts.

    Attributes:
        turns: The number of its own turns for which it can follow a trail.
        quarry: The creature that it follows, or None.
        left: The number of these turns that are left.
    """

    turns: Annotated[int, Meta(ge=1)]
    quarry: Entity | None = None
    left: Annotated[int, Meta(ge=0)] = 0

    def is_after(self, who: Entity) -> bool:
        """Return whether it follows a creature's trail."""
        return self.left > 0 and self.quarry is who

    @handles(TakeUpTrail, APPLY, role="enactor")
    def take_it_up(self, trail: TakeUpTrail, world: World) -> None:
        self.quarry, self.left = trail.target, self.turns

    # After its wits may have lost the foe, at APPLY + 10: on a trail it has not.
    @handles(TakeTurn, APPLY + 12)
    def follow_the_trail(self, turn: TakeTurn, world: World) -> None:
        """Go where its quarry is, unless it sees a foe or flees."""
        who, quarry = turn.enactor, self.quarry
        if not self.left or quarry is None or not quarry.alive:
            return
        here, there = who[Position], quarry[Position]
        mind, wits = who.get(Mind), who.get(Wits)
        if mind is None or here.level != there.level:
            return
        self.left -= 1
        if not mind.sees_foe and (wits is None or wits.state != "fleeing"):
            mind.goal_x, mind.goal_y = there.x, there.y
            if wits is not None:
                wits.state, wits.unseen = "hunting", 0


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
