"""Unmasking: searching reveals creatures disguised as things."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import Disguise
from bidden.events.places import Search
from bidden.events.tricks import Unmask
from eventcore import REACT, Component, World, component, handles


@component
class Unmasking(Component):
    """Reveals the disguised creatures next to a searcher."""

    @handles(Search, REACT - 5, via="world")
    def look_twice(self, search: Search, world: World) -> None:
        here = search.enactor[Position]
        for one in [*world.having(Disguise, Position)]:
            if one[Disguise].worn and one[Position].distance(here) == 1:
                world.publish(Unmask(one))
