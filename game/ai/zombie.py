"""The zombie's mind: chase who it sees, shamble towards where it saw them, else drift.

It knows only what it can see. Its drifting is Bidden's: one of four directions,
or it waits.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles
from game.events.asking import WhatIsInView
from game.events.being import TakeTurn
from game.events.effects import WhatIs, what_is
from game.intents import Intent, Rest, Walk
from game.meaning import event_of
from game.state import Place, Side

__all__ = ["ZombieMind"]

_DRIFT: Final = (Walk(0, -1), Walk(0, 1), Walk(-1, 0), Walk(1, 0), Rest())
_NOWHERE: Final = -1


@component
class ZombieMind(Component):
    """What a zombie knows and wants.

    Attributes:
        radius: How far it sees, in tiles, Euclidean; 1 at the least.
        goal_x: The column where it last saw prey, -1 for none.
        goal_y: The row where it last saw prey, -1 for none.
    """

    radius: Annotated[int, Meta(ge=1)]
    goal_x: int = _NOWHERE
    goal_y: int = _NOWHERE

    @handles(WhatIs, MODIFY - 10)
    def tell_how_far(self, question: WhatIs, world: World) -> None:
        """Say how far it sees by nature."""
        if question.stat == "sight":
            question.value += self.radius

    @handles(TakeTurn, APPLY)
    def look_for_prey(self, turn: TakeTurn, world: World) -> None:
        """Note where prey is in view; give up a goal that was reached."""
        place = turn.enactor[Place]
        prey = self._prey_in_view(turn.enactor, world)
        if prey is not None:
            self.goal_x, self.goal_y = prey[Place].x, prey[Place].y
        elif (place.x, place.y) == (self.goal_x, self.goal_y):
            self.goal_x = self.goal_y = _NOWHERE

    @handles(TakeTurn, REACT)
    def act(self, turn: TakeTurn, world: World) -> None:
        """Take the first step that is not refused, or drift."""
        me = turn.enactor
        for intent in self._towards_goal(me[Place]) or [world.stream("ai").pick(_DRIFT)]:
            action = world.publish(event_of(intent, me))
            if not action.failed:
                turn.cost = action.cost
                return

    def _prey_in_view(self, me: Entity, world: World) -> Entity | None:
        place = me[Place]
        radius = max(0, what_is(world, me, "sight"))
        near: list[tuple[int, int, Entity]] = []
        for other in world.having(Side, Place):
            there = other[Place]
            if other[Side].name != me[Side].name and there.level == place.level:
                distance = (there.x - place.x) ** 2 + (there.y - place.y) ** 2
                if distance <= radius * radius:
                    near.append((distance, other.id, other))
        if not near:
            return None  # as mostly, and then there is no need to look
        question = WhatIsInView(world.root, place.x, place.y, radius, place.level)
        view = world.ask(question).tiles
        for _, _, other in sorted(near):
            if (other[Place].x, other[Place].y) in view:
                return other
        return None

    def _towards_goal(self, place: Place) -> list[Intent]:
        """List the steps that bring it nearer to its goal, the best first."""
        if self.goal_x == _NOWHERE:
            return []
        dx, dy = self.goal_x - place.x, self.goal_y - place.y
        x, y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        straight = [Walk(x, 0), Walk(0, y)] if abs(dx) >= abs(dy) else [Walk(0, y), Walk(x, 0)]
        steps = [Walk(x, y), *straight]
        return [step for step in dict.fromkeys(steps) if step != Walk(0, 0)]
