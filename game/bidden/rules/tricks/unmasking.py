"""The rule of unmasking: who searches finds out what only looks like a thing."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import Disguise
from bidden.events.places import Search
from bidden.events.tricks import Unmask
from eventcore import REACT, Component, World, component, handles


@component
class Unmasking(Component):
    """Shows the disguised on the tiles around who searches."""

    @handles(Search, REACT - 5, via="world")
    def look_twice(self, search: Search, world: World) -> None:
        """Unmask all that are a step away."""
        here = search.enactor[Position]
        for one in [*world.having(Disguise, Position)]:
            if one[Disguise].worn and one[Position].distance(here) == 1:
                world.publish(Unmask(one))
