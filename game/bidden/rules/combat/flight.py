"""The rule of flight: what is thrown goes straight on until something stops it."""

from __future__ import annotations

from bidden.components.movement.door import Door
from bidden.events.queries import WhatIsAt, WhatIsInTheWay
from bidden.grid.fov import line
from bidden.state import Fighter, Levels
from eventcore import MODIFY, Component, World, component, handles


@component
class Flight(Component):
    """Knows what is in the way of what flies."""

    @handles(WhatIsInTheWay, MODIFY)
    def follow(self, question: WhatIsInTheWay, world: World) -> None:
        """Follow a straight line through the tile aimed at, to a creature, a wall or a door."""
        ground = world.root[Levels].at(question.level)
        dx, dy = question.to_x - question.x, question.to_y - question.y
        # So many times as far away is beyond the edge, whatever the direction.
        far = 1 + max(ground.width, ground.height) // max(1, abs(dx), abs(dy))
        question.end_x, question.end_y = question.x, question.y
        start = (question.x, question.y)
        # The line through a tile many times as far away goes through the tile.
        for x, y in line(start, (question.x + dx * far, question.y + dy * far))[1:]:
            if ground.is_wall(x, y):
                return
            things = world.ask(WhatIsAt(world.root, x, y, question.level)).found
            if any(Door in thing and not thing[Door].open for thing in things):
                return
            question.end_x, question.end_y = x, y
            for thing in things:
                if Fighter in thing:
                    question.struck = thing
                    return
