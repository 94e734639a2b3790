"""Tracking: for a while, a hunter knows where its quarry is, whatever lies between."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.events.pursuit import TakeUpTrail
from bidden.events.turns import TakeTurn
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
