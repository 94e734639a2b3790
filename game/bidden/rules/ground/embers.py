"""Embers: smouldering ground may set its neighbours on fire."""

from __future__ import annotations

from bidden.events.ground import Ignite
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.fire import what_can_burn
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.standing import here_and_now
from eventcore import REACT, Component, World, component, handles
from eventcore.time import Tick


@component
class Embers(Component):
    """Lets smouldering ground flare up, on the player's level."""

    # Before what is alight burns on, at REACT - 8.
    @handles(Tick, REACT - 9, via="world")
    def flare_up(self, tick: Tick, world: World) -> None:
        """Perhaps set burnable tiles beside embers on fire, tile by tile."""
        ground, level = world.root[Ground], here_and_now(world)
        glowing = ground.covers_that("smoulders", level)
        beside = {tile: [(tile[0] + dx, tile[1] + dy) for dx, dy in STRAIGHT] for tile in glowing}
        every = [one for tiles in beside.values() for one in tiles]
        burning = what_can_burn(level, every, world) if glowing else frozenset()
        for tile, patch in [*glowing.items()] if burning else ():
            fuel = [one for one in beside[tile] if one in burning]
            percent = ground.kinds[patch.kind].smoulders
            if fuel and world.stream("embers").chance(percent, 100):
                world.publish(Ignite(world.root, level, *fuel[0]))
