"""Doors in fire: a burnt door leaves an open gap."""

from __future__ import annotations

from bidden.components.movement.door import Door
from bidden.events.ground import Burn, BurnDown
from bidden.events.queries import WhatIsAmong
from bidden.events.things import UseUp
from bidden.rules.ground.standing import by_tile
from eventcore import REACT, RESOLVE, Component, World, component, handles


@component
class Doors(Component):
    """Lets doors burn down."""

    # Before ash is left where the fire went out, at REACT - 4.
    @handles(Burn, REACT - 5, via="world")
    def fall_to_ash(self, burn: Burn, world: World) -> None:
        question = WhatIsAmong(world.root, frozenset(burn.out), burn.level)
        for (x, y), door in by_tile(world.ask(question).found) if burn.out else ():
            if Door in door:
                world.publish(BurnDown(burn.enactor, door, burn.level, x, y))

    @handles(BurnDown, RESOLVE, via="world")
    def be_no_more(self, burning: BurnDown, world: World) -> None:
        world.publish(UseUp(burning.enactor, burning.door))
