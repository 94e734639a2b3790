"""Weapons that reach farther, or hit a second enemy."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import Stumble, WhatIs
from bidden.events.minds import are_foes
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt
from bidden.perception.senses.sight import sees
from bidden.state import Fighter, Levels, Side
from eventcore import AIM, MODIFY, RESOLVE, Component, World, component, handles


@component
class Reach(Component):
    """Lets its wielder attack over free tiles.

    Attributes:
        tiles: The reach, in tiles.
    """

    tiles: Annotated[int, Meta(ge=2)] = 2

    @handles(WhatIs, MODIFY + 38, via="owner")
    def reach_further(self, question: WhatIs, world: World) -> None:
        """Add to the reach of its wielder."""
        if question.stat == "reach":
            question.value += self.tiles - 1

    # After bumping into the next tile, at AIM + 10.
    @handles(Move, AIM + 12, via="owner")
    def strike_from_afar(self, move: Move, world: World) -> None:
        """Attack the first visible foe in the direction of a step instead of stepping."""
        who, level = move.enactor, move.enactor[Position].level
        if abs(move.dx) > 1 or abs(move.dy) > 1 or isinstance(move.cause, Stumble):
            return
        for far in range(self.tiles):
            x, y = move.x + move.dx * far, move.y + move.dy * far
            if world.root[Levels].at(level).is_wall(x, y):
                return
            there = world.ask(WhatIsAt(world.root, x, y, level)).found
            if any(is_shut_door(thing) for thing in there):
                return
            other = next((thing for thing in there if Side in thing and thing is not who), None)
            if other is not None:
                if far and are_foes(world, who, other) and sees(who, other, world):
                    move.replace(Attack(who, other))
                return


@component
class Sweep(Component):
    """Lets attacks of its wielder hurt a second enemy beside them.

    Attributes:
        percent: The percentage of the damage, after the defence of the first target, that the
            second takes; rounded down, at least 1.
    """

    percent: Annotated[int, Meta(ge=1)] = 50

    # Once the blow has landed.
    @handles(Attack, RESOLVE + 10, via="owner")
    def strike_another(self, attack: Attack, world: World) -> None:
        """Damage the adjacent visible foe with the lowest id."""
        who = attack.enactor
        for other in world.having(Fighter, Position):
            beside = other[Position].distance(who[Position]) == 1
            if other is attack.target or not beside:
                continue
            if are_foes(world, who, other) and sees(who, other, world):
                strength = max(1, attack.strength * self.percent // 100)
                world.publish(TakeDamage(who, other, strength))
                return
