"""Reach: weapons that hit beyond the neighbouring tile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.effects import Stumble, WhatIs
from bidden.events.minds import are_foes
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt
from bidden.perception.senses.sight import sees
from bidden.state import Levels, Side
from eventcore import AIM, MODIFY, Component, Entity, World, component, handles


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

    # Once it is said whether the next tile has somebody, at AIM + 10.
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
            if any(is_shut_door(one) for one in there):
                return
            other = _first(one for one in there if Side in one and one is not who)
            if other is not None:
                if far and are_foes(world, who, other) and sees(who, other, world):
                    move.replace(Attack(who, other))
                return


def _first(found: Iterator[Entity]) -> Entity | None:
    return next(found, None)
