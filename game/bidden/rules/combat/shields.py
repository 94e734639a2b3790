"""Protection from attacks: shields and bodyguards stop blows, obstacles stop missiles."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.combat import Attack, Block
from bidden.events.effects import what_is
from bidden.events.minds import are_foes, side_of
from bidden.events.queries import WhatIsAt, WhatIsInTheWay
from bidden.grid.fov import line
from bidden.state import Bodyguard, Fighter, Levels
from eventcore import AIM, APPLY, MODIFY, Component, Entity, World, component, handles

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


@component
class Flight(Component):
    """Finds what stops a missile."""

    @handles(WhatIsInTheWay, MODIFY)
    def follow(self, question: WhatIsInTheWay, world: World) -> None:
        """Follow a straight line to the target tile, or to the first creature, wall or door."""
        ground = world.root[Levels].at(question.level)
        start, aim = (question.x, question.y), (question.to_x, question.to_y)
        question.end_x, question.end_y = start
        for x, y in line(start, aim)[1:]:
            if ground.is_wall(x, y):
                return
            things = world.ask(WhatIsAt(world.root, x, y, question.level)).found
            if any(is_shut_door(thing) for thing in things):
                return
            question.end_x, question.end_y = x, y
            for thing in things:
                if Fighter in thing:
                    question.struck = thing
                    return
