"""The boon of striking: a double blow that throws who is struck."""

from __future__ import annotations

from typing import Final

from bidden.events.boons import UseBoon
from bidden.events.combat import Attack
from bidden.events.magic import Shove
from bidden.rules.boons.ways import first_ahead
from eventcore import REACT, VALIDATE, Component, World, component, handles

_THROWN: Final = 3


@component
class DoubleBlow(Component):
    """Strikes a neighbour twice, and throws them up to 3 tiles."""

    @handles(UseBoon, VALIDATE + 10, via="world")
    def find_whom_to_strike(self, use: UseBoon, world: World) -> None:
        """Refuse where nobody is on the next tile."""
        if use.boon == "strike":
            use.target = first_ahead(use, 1, world)
            if use.target is None:
                use.fail("nobody there")

    # Once the use is spent.
    @handles(UseBoon, REACT, via="world")
    def strike_and_throw(self, use: UseBoon, world: World) -> None:
        """Publish both blows, and the throw of who lives yet."""
        who, target = use.enactor, use.target
        if use.boon != "strike" or target is None:
            return
        for _ in range(2):
            if who.alive and target.alive:
                world.publish(Attack(who, target))
        if who.alive and target.alive:
            world.publish(Shove(who, target, _THROWN))
