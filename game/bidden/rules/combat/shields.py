"""Shields: they block blows and missiles."""

from __future__ import annotations

from typing import Final

from bidden.events.combat import Block
from bidden.events.effects import what_is
from eventcore import APPLY, Component, Entity, World, component, handles

_SURE: Final = 100


def is_blocked(by: Entity, who: Entity, world: World) -> bool:
    """Let a creature block a blow or a missile, and return whether it succeeds.

    If it holds no shield, no event is published and nothing is drawn.
    """
    odds = max(0, min(_SURE, what_is(world, who, "block")))
    return odds > 0 and world.publish(Block(by, who, odds)).stopped


@component
class Shields(Component):
    """Draws whether a blow is blocked."""

    @handles(Block, APPLY, via="world")
    def stop(self, block: Block, world: World) -> None:
        block.stopped = world.stream("shields").chance(block.odds, _SURE)
