"""The rule of shields: whether a blow or a missile is stopped by what its target holds up."""

from __future__ import annotations

from typing import Final

from bidden.events.combat import Block
from bidden.events.effects import what_is
from eventcore import APPLY, Component, Entity, World, component, handles

_SURE: Final = 100


def is_blocked(by: Entity, who: Entity, world: World) -> bool:
    """Let somebody ward off a blow or a missile, and say whether they have stopped it.

    Of who holds up nothing, nothing is published or drawn.
    """
    odds = max(0, min(_SURE, what_is(world, who, "block")))
    return odds > 0 and world.publish(Block(by, who, odds)).stopped


@component
class Shields(Component):
    """Draws what is stopped."""

    @handles(Block, APPLY, via="world")
    def stop(self, block: Block, world: World) -> None:
        """Draw whether it is stopped."""
        block.stopped = world.stream("shields").chance(block.odds, _SURE)
