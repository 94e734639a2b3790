"""Swapping: a follower makes way for its master and takes the master's tile."""

from __future__ import annotations

from bidden.components.movement.collision import Rooted
from bidden.components.movement.position import Position
from bidden.events.effects import what_is
from bidden.events.movement import Displace, Move, Swap
from bidden.events.queries import WhatIsAt
from bidden.state import OneWay
from eventcore import APPLY, VALIDATE, Component, Entity, World, component, handles


@component
class Swapping(Component):
    """Lets two creatures swap places."""

    # After the refusal for paralysed creatures, at VALIDATE.
    @handles(Swap, VALIDATE + 20, via="world")
    def stop_who_cannot_go(self, swap: Swap, world: World) -> None:
        """Fail if one of the two cannot leave its tile or enter the other."""
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
        """Move the follower to the master's tile, and the master onwards, with all consequences."""
        who, here = swap.enactor, swap.enactor[Position]
        away = Displace(who, swap.target, *here.spot)
        if world.publish(away).done:
            world.publish(Move(who, swap.dx, swap.dy))


def _is_held(who: Entity, world: World) -> bool:
    return (
        Rooted in who or what_is(world, who, "caught") > 0 or what_is(world, who, "paralysed") > 0
    )


def _is_one_way(place: Position, world: World) -> bool:
    question = WhatIsAt(world.root, *place.spot)
    return any(OneWay in thing for thing in world.ask(question).found)
