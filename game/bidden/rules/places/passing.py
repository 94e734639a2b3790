"""The passing of time: it passes only on the player's level."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.places import Climb, Fall
from bidden.state import Side, hero_of
from eventcore import REACT, Component, World, component, handles
from eventcore.time import Freeze, Thaw


@component
class Passing(Component):
    """Freezes creatures on other levels, and thaws those on the player's."""

    @handles(Climb, REACT, via="world")
    @handles(Fall, REACT, via="world")
    def let_time_pass(self, way: Climb | Fall, world: World) -> None:
        """Let time pass on the player's new level, and stop it elsewhere.

        If anything else fell, freeze the creatures on its level, which may be new.
        """
        who, hero = way.enactor, hero_of(world)
        if way.to_level == way.from_level or hero is None or not hero.alive:
            return
        level, below = hero[Position].level, who[Position].level
        for creature in [*world.having(Side, Position)]:
            if who is not hero and creature[Position].level != below:
                continue
            here, frozen = creature[Position].level == level, world.agenda.frozen(creature)
            if here and frozen:
                world.publish(Thaw(who, creature))
            elif not here and not frozen:
                world.publish(Freeze(who, creature))
