"""Bows, slings and crossbows, and the missiles that they use up."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Shoot
from bidden.events.queries import WhatIsInTheWay, WhichMissile
from bidden.events.things import LetGo, UseUp
from bidden.state import Ammunition, Levels
from eventcore import APPLY, MODIFY, REACT, RESOLVE, VALIDATE, Component, World, component, handles

_SURE = 100


@component
class Launcher(Component):
    """Lets its item shoot missiles of a kind.

    Attributes:
        missile: The kind, by the name of an item; a creature with the launcher also gets missiles.
        slow: The percentage by which a shot takes longer than another action.
    """

    missile: Annotated[str, Meta(min_length=1)]
    slow: Annotated[int, Meta(ge=0)] = 0

    @handles(WhichMissile, MODIFY, via="owner")
    def tell_what_it_shoots(self, question: WhichMissile, world: World) -> None:
        question.kind = self.missile

    @handles(Shoot, APPLY, via="owner")
    def take_long_to_load(self, shot: Shoot, world: World) -> None:
        """Make the shot slower by a percentage."""
        shot.cost += shot.cost * self.slow // 100


@component
class Quiver(Component):
    """Uses one of its entity's missiles for each shot; without it, missiles never run out.

    The missile comes to lie where it was shot, or breaks.
    """

    # Before the target is found, at VALIDATE + 20: nobody aims without a missile.
    @handles(Shoot, VALIDATE + 15)
    def reach_for_a_missile(self, shot: Shoot, world: World) -> None:
        """Find the missile. Fail if the weapon needs one and there is none."""
        which = world.ask(WhichMissile(shot.enactor))
        if which.kind and which.found is None:
            shot.fail("no missile")
        shot.missile = which.found

    # Once the bow is drawn, and before it is guarded against.
    @handles(Shoot, MODIFY + 2)
    def add_what_the_missile_is_worth(self, shot: Shoot, world: World) -> None:
        """Add the missile's value to the strength."""
        if shot.missile is not None:
            shot.strength += shot.missile[Ammunition].strength

    # Before the shot hits, because its consequences may reach what lies there.
    @handles(Shoot, RESOLVE - 10)
    def let_it_fly(self, shot: Shoot, world: World) -> None:
        """Place one missile where the shot goes, or in front of a wall."""
        who, here, spot = shot.enactor, shot.enactor[Position], (shot.x, shot.y)
        if shot.missile is None:
            return
        # A creature inside a wall may be hit.
        if world.root[Levels].at(here.level).is_wall(*spot):
            way = world.ask(WhatIsInTheWay(world.root, here.x, here.y, *spot, here.level))
            spot = way.end_x, way.end_y
        world.publish(LetGo(who, who, shot.missile, *spot, count=1))

    # Before the shot costs food, at REACT, which may starve the shooter.
    @handles(Shoot, REACT - 3)
    def break_as_chance_has_it(self, shot: Shoot, world: World) -> None:
        """Perhaps break the missile."""
        missile = shot.missile
        if missile is None or not missile.alive or Position not in missile:
            return
        odds = missile[Ammunition].breaks
        if odds and world.stream("missiles").chance(odds, _SURE):
            world.publish(UseUp(shot.enactor, missile))
