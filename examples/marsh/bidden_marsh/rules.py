"""The rules of the marsh: a light that dazzles, whoever it is of."""

from __future__ import annotations

from typing import ClassVar

from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.combat import Hit
from bidden.events.effects import Affect
from bidden.events.minds import are_foes
from bidden.perception.senses.sight import in_view_of
from bidden.rules.boons.having import HavingBoons
from bidden.state import Side
from eventcore import (
    REACT,
    RESOLVE,
    VALIDATE,
    Change,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Dazzle(Change):
    """A light dazzles somebody. Fails with ``"blind"`` for who is themselves such a light.

    Published by the glare of who is struck, and by the boon of the lantern.

    Attributes:
        target: Whom.
    """

    target: Entity = role()


@component
class Glare(Component):
    """Dazzles whoever strikes its creature, and is never dazzled.

    Attributes:
        percent: How often.
    """

    percent: int = 50

    @handles(Hit, REACT - 14, role="target")
    def flare_up(self, hit: Hit, world: World) -> None:
        """Publish that it dazzles who struck it."""
        striker = hit.enactor
        if hit.dealt and striker.alive and world.stream("marsh").chance(self.percent, 100):
            world.publish(Dazzle(hit.target, striker))

    @handles(Dazzle, VALIDATE, role="target")
    def be_used_to_it(self, dazzle: Dazzle, world: World) -> None:
        """Keep it off."""
        dazzle.fail("blind")


@component
class Lantern(Component):
    """The boon of the lantern, and what a light that dazzles brings upon whom it reaches."""

    powers: ClassVar[tuple[str, ...]] = ("lantern",)

    @handles(UseBoon, REACT - 24, via="world")
    def raise_it(self, use: UseBoon, world: World) -> None:
        """Publish that each foe in sight and in reach is dazzled."""
        if use.boon != "lantern":
            return
        me, here = use.enactor, use.enactor[Position]
        reach, seen = world.root[HavingBoons].kinds["lantern"].reach, in_view_of(me, world)
        for who in [*world.having(Side, Position)]:
            there = who[Position]
            apart = here.distance(there)  # none on another level
            near = apart is not None and apart <= reach
            if near and (there.x, there.y) in seen and are_foes(world, me, who):
                world.publish(Dazzle(me, who))

    @handles(Dazzle, RESOLVE, via="world")
    def blind_for_a_while(self, dazzle: Dazzle, world: World) -> None:
        """Publish that they are blinded."""
        world.publish(Affect(dazzle.enactor, dazzle.target, "dazzled"))
