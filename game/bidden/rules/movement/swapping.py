"""The rule of changing places: who serves makes way for whom it serves, and takes their tile."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.movement.rooted import Rooted
from bidden.events.effects import what_is
from bidden.events.movement import Displace, Move, Swap
from bidden.events.queries import WhatIsAt
from bidden.state import OneWay
from eventcore import APPLY, VALIDATE, Component, Entity, World, component, handles


@component
class Swapping(Component):
    """Lets two change places."""

    # After the paralysed were held, at VALIDATE.
    @handles(Swap, VALIDATE + 20, via="world")
    def stop_who_cannot_go(self, swap: Swap, world: World) -> None:
        """Refuse where one of the two cannot leave its tile, or not come onto the other's."""
        here, there = swap.enactor[Position], swap.target[Position]
        if (
            here.distance(there) != 1
            or _is_held(swap.enactor, world)
            or _is_held(swap.target, world)
        ):
            swap.fail("occupied")
        elif _is_one_way(here, world) or _is_one_way(there, world):
            swap.fail("one way")

    @handles(Swap, APPLY, via="world")
    def change_places(self, swap: Swap, world: World) -> None:
        """Bring who serves to the tile of whom it serves, and these a step on, with all of that."""
        who, here = swap.enactor, swap.enactor[Position]
        away = Displace(who, swap.target, here.x, here.y, here.level)
        if world.publish(away).done:
            world.publish(Move(who, swap.dx, swap.dy))


def _is_held(who: Entity, world: World) -> bool:
    return (
        Rooted in who or what_is(world, who, "caught") > 0 or what_is(world, who, "paralysed") > 0
    )


def _is_one_way(place: Position, world: World) -> bool:
    question = WhatIsAt(world.root, place.x, place.y, place.level)
    return any(OneWay in thing for thing in world.ask(question).found)
