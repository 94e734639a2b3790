"""The passing of time: it passes only on the player's level."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.places import Climb, Fall
from bidden.state import Hero, Side
from eventcore import REACT, Component, Entity, World, component, handles
from eventcore.time import Freeze, Thaw


@component
class Passing(Component):
    """Freezes creatures on other levels, and thaws those on the player's."""

    @handles(Climb, REACT, via="world")
    def go_on_where_a_stair_led(self, climb: Climb, world: World) -> None:
        if climb.to_level != climb.from_level:
            _let_time_pass(climb.enactor, world)

    @handles(Fall, REACT, via="world")
    def go_on_where_a_fall_ended(self, fall: Fall, world: World) -> None:
        """Let time pass on the level to which the player fell.

        If anything else fell, freeze it, because its level may be new.
        """
        if fall.to_level != fall.from_level:
            _let_time_pass(fall.enactor, world)


def _let_time_pass(who: Entity, world: World) -> None:
    hero = world.root.get(Hero)
    if hero is None or not hero.who.alive:
        return
    level, below = hero.who[Position].level, who[Position].level
    for creature in [*world.having(Side, Position)]:
        if who is not hero.who and creature[Position].level != below:
            continue
        here, frozen = creature[Position].level == level, world.agenda.frozen(creature)
        if here and frozen:
            world.publish(Thaw(who, creature))
        elif not here and not frozen:
            world.publish(Freeze(who, creature))
