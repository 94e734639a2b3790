"""Boons that reach a creature: the double blow and the lash."""

from __future__ import annotations

from bidden.components.movement.collision import Rooted
from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.combat import Attack
from bidden.events.magic import Shove
from bidden.events.movement import Displace
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.ways import first_ahead, tiles_ahead
from eventcore import REACT, VALIDATE, Component, World, component, handles


@component
class DoubleBlow(Component):
    """Strikes a neighbour twice and throws it back."""

    @handles(UseBoon, VALIDATE + 10, via="world")
    def find_whom_to_strike(self, use: UseBoon, world: World) -> None:
        """Fail if nobody is on the next tile."""
        if use.boon == "strike":
            use.target = first_ahead(use, world.root[HavingBoons].kinds["strike"].reach, world)
            if use.target is None:
                use.fail("nobody there")

    # Once the use is spent.
    @handles(UseBoon, REACT - 20, via="world")
    def strike_and_throw(self, use: UseBoon, world: World) -> None:
        """Publish the blows, then throw the target if it survives, and store where it lands."""
        who, target = use.enactor, use.target
        if use.boon != "strike" or target is None:
            return
        kind, there = world.root[HavingBoons].kinds["strike"], target[Position]
        use.tiles = [there.tile]
        for _ in range(kind.blows):
            if who.alive and target.alive:
                world.publish(Attack(who, target))
        if who.alive and target.alive:
            world.publish(Shove(who, target, kind.throws))
        if target.alive:
            use.tiles = [there.tile]


@component
class Lash(Component):
    """Pulls the first creature ahead close. Warped, it burns it or swaps places with it."""

    @handles(UseBoon, VALIDATE + 11, via="world")
    def find_whom_to_pull(self, use: UseBoon, world: World) -> None:
        """Fail if nobody is ahead, if they are already close, or if a wall is in the way."""
        if use.boon != "lash":
            return
        reach = world.root[HavingBoons].kinds["lash"].reach
        use.tiles = [*tiles_ahead(use, reach, world)]
        use.target = first_ahead(use, reach, world)
        if use.warp == "ember":
            if not use.tiles:
                use.fail("wall")
        elif use.target is None:
            use.fail("nobody there")
        elif Rooted in use.target or (
            not use.warp and use.enactor[Position].distance(use.target[Position]) == 1
        ):
            use.fail("beside")

    @handles(UseBoon, REACT - 21, via="world")
    def pull(self, use: UseBoon, world: World) -> None:
        """Publish the pull, or the exchange of places."""
        who, target = use.enactor, use.target
        if use.boon != "lash" or use.warp == "ember" or target is None:
            return
        there = target[Position]
        if not use.warp:
            gap = who[Position].distance(there) or 1
            world.publish(Shove(who, target, 1 - gap))
            return
        x, y, level = there.spot
        if world.publish(Displace(who, target, use.from_x, use.from_y, level)).done:
            world.publish(Displace(who, who, x, y, level))
