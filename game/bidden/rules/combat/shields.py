"""Shields and bodyguards: they block blows, or take them for an ally."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.events.combat import Attack, Block
from bidden.events.effects import what_is
from bidden.events.minds import are_foes, side_of
from bidden.state import Bodyguard
from eventcore import AIM, APPLY, Component, Entity, World, component, handles

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


@component
class Bodyguards(Component):
    """Turns a blow on a bodyguard next to attacker and target; of several, the lowest id."""

    # Before a body lets one of its parts take the blow, at AIM.
    @handles(Attack, AIM - 5, via="world")
    def step_in(self, attack: Attack, world: World) -> None:
        who, target = attack.enactor, attack.target
        if Bodyguard in target:
            return
        for guard in world.having(Bodyguard, Position):
            place = guard[Position]
            beside = all(place.distance(creature[Position]) == 1 for creature in (who, target))
            fellows = beside and side_of(world, guard) == side_of(world, target)
            if fellows and are_foes(world, who, guard):
                attack.replace(Attack(who, guard))
                return
