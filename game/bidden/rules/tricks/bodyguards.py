"""Bodyguards: they take a blow meant for an ally."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.minds import are_foes, side_of
from bidden.state import Bodyguard
from eventcore import AIM, Component, World, component, handles


@component
class Bodyguards(Component):
    """Turns a blow on a bodyguard next to attacker and target; of several, the lowest id."""

    # Before a body takes it with one of its parts, at AIM.
    @handles(Attack, AIM - 5, via="world")
    def step_in(self, attack: Attack, world: World) -> None:
        who, target = attack.enactor, attack.target
        if Bodyguard in target:
            return
        for guard in world.having(Bodyguard, Position):
            place = guard[Position]
            beside = all(place.distance(one[Position]) == 1 for one in (who, target))
            fellows = beside and side_of(world, guard) == side_of(world, target)
            if fellows and are_foes(world, who, guard):
                attack.replace(Attack(who, guard))
                return
