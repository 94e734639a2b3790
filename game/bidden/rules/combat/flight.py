"""Missiles fly straight to their target tile, unless something stops them."""

from __future__ import annotations

from bidden.components.movement.door import is_shut_door
from bidden.events.queries import WhatIsAt, WhatIsInTheWay
from bidden.grid.fov import line
from bidden.state import Fighter, Levels
from eventcore import MODIFY, Component, World, component, handles


@component
class Flight(Component):
    """Finds what stops a missile."""

    @handles(WhatIsInTheWay, MODIFY)
    def follow(self, question: WhatIsInTheWay, world: World) -> None:
        """Follow a straight line to the target tile, or to the first creature, wall or door."""
        ground = world.root[Levels].at(question.level)
        start, aim = (question.x, question.y), (question.to_x, question.to_y)
        question.end_x, question.end_y = start
        for x, y in line(start, aim)[1:]:
            if ground.is_wall(x, y):
                return
            things = world.ask(WhatIsAt(world.root, x, y, question.level)).found
            if any(is_shut_door(thing) for thing in things):
                return
            question.end_x, question.end_y = x, y
            for thing in things:
                if Fighter in thing:
                    question.struck = thing
                    return
