"""Eruptions: what a bursting creature does to those around it."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.minds import side_of
from bidden.events.queries import WhatIsInView
from bidden.events.tricks import Erupt
from bidden.state import Fighter
from eventcore import RESOLVE, VALIDATE, Component, World, component, handles


@component
class Eruptions(Component):
    """Applies effects to all creatures around one that has burst."""

    @handles(Erupt, VALIDATE, via="world")
    def find_who_is_near(self, burst: Erupt, world: World) -> None:
        """Find the living creatures in line of the eruption, in order of id."""
        question = WhatIsInView(world.root, burst.x, burst.y, burst.radius, burst.level)
        tiles = world.ask(question).tiles
        for creature in world.having(Fighter, Position):
            there = creature[Position]
            near = there.level == burst.level and there.tile in tiles
            if near and (not burst.side or side_of(world, creature) == burst.side):
                burst.targets.append(creature)

    @handles(Erupt, RESOLVE, via="world")
    def reach_them(self, burst: Erupt, world: World) -> None:
        for creature in burst.targets:
            for effect in burst.effects:
                if creature.alive:
                    world.publish(Affect(burst.who, creature, effect))
