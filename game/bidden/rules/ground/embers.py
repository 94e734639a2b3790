"""The rule of embers: what smoulders sets alight, sooner or later, what burns beside it."""

from __future__ import annotations

from bidden.events.ground import Ignite, Tile
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.fire import can_burn
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.standing import here_and_now
from eventcore import REACT, Component, World, component, handles
from eventcore.time import Tick


@component
class Embers(Component):
    """Lets smouldering ground flare up, on the level of who is played."""

    # Before what is alight burns on, at REACT - 8.
    @handles(Tick, REACT - 9, via="world")
    def flare_up(self, tick: Tick, world: World) -> None:
        """Set alight what burns beside embers, tile by tile, as chance will have it."""
        ground, level = world.root[Ground], here_and_now(world)
        glowing = [
            (tile, ground.kinds[patch.kind].smoulders)
            for tile, patch in ground.on("covers", level).items()
            if ground.kinds[patch.kind].smoulders
        ]
        for tile, percent in glowing:
            beside = _what_burns_beside(tile, level, world)
            if beside and world.stream("embers").chance(percent, 100):
                world.publish(Ignite(world.root, level, *beside[0]))


def _what_burns_beside(tile: Tile, level: int, world: World) -> list[Tile]:
    beside = [(tile[0] + dx, tile[1] + dy) for dx, dy in STRAIGHT]
    return [one for one in beside if can_burn(level, one, world)]
