"""The striking boon: a double blow that throws the target back."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.combat import Attack
from bidden.events.magic import Shove
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.ways import first_ahead
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
        use.tiles = [(there.x, there.y)]
        for _ in range(kind.blows):
            if who.alive and target.alive:
                world.publish(Attack(who, target))
        if who.alive and target.alive:
            world.publish(Shove(who, target, kind.throws))
        if target.alive:
            use.tiles = [(there.x, there.y)]
