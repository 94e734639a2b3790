"""The rules of the marsh: lights that dazzle."""

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
    """A light dazzles a creature. Fails with ``"blind"`` if the creature itself dazzles others."""

    target: Entity = role()


@component
class Glare(Component):
    """Dazzles attackers of its creature, and is never dazzled.

    Attributes:
        percent: The chance that an attacker is dazzled, in percent.
    """

    percent: int = 50

    @handles(Hit, REACT - 14, role="target")
    def flare_up(self, hit: Hit, world: World) -> None:
        """Dazzle the attacker."""
        striker = hit.enactor
        if hit.dealt and striker.alive and world.stream("marsh").chance(self.percent, 100):
            world.publish(Dazzle(hit.target, striker))

    @handles(Dazzle, VALIDATE, role="target")
    def be_used_to_it(self, dazzle: Dazzle, world: World) -> None:
        """Reject the event, because this creature is used to the light."""
        dazzle.fail("blind")


@component
class Lantern(Component):
    """A boon that dazzles enemies. Also starts the effect of all lights that dazzle."""

    powers: ClassVar[tuple[str, ...]] = ("lantern",)

    @handles(UseBoon, REACT - 24, via="world")
    def raise_it(self, use: UseBoon, world: World) -> None:
        """Dazzle each enemy that is in sight and in reach."""
        if use.boon != "lantern":
            return
        me, here = use.enactor, use.enactor[Position]
        reach, seen = world.root[HavingBoons].kinds["lantern"].reach, in_view_of(me, world)
        for creature in [*world.having(Side, Position)]:
            place = creature[Position]
            distance = here.distance(place)  # None if the creature is on another level
            near = distance is not None and distance <= reach
            if near and (place.x, place.y) in seen and are_foes(world, me, creature):
                world.publish(Dazzle(me, creature))

    @handles(Dazzle, RESOLVE, via="world")
    def blind_for_a_while(self, dazzle: Dazzle, world: World) -> None:
        """Start the effect ``dazzled``."""
        world.publish(Affect(dazzle.enactor, dazzle.target, "dazzled"))
