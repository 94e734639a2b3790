"""Striking: the strength of a blow, and its damage."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.body import HowMuchIsItWorth
from bidden.events.combat import Attack, Hit, TakeDamage
from bidden.events.effects import what_is
from bidden.rules.combat.shields import is_blocked
from bidden.state import AVERAGE, Fighter
from eventcore import MODIFY, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Strike(Component):
    """Lets its entity attack its neighbours, and enemies within reach of its weapon."""

    @handles(Attack, VALIDATE + 10)
    def reach(self, attack: Attack, world: World) -> None:
        """Fail if the target is out of reach."""
        far = attack.enactor[Position].distance(attack.target[Position])
        if far is None or far > what_is(world, attack.enactor, "reach", 1):
            attack.fail("far")

    @handles(Attack, MODIFY)
    def put_weight_behind_it(self, attack: Attack, world: World) -> None:
        """Add the attack. The strength of a blow is the attack minus the defence.

        Each 5 points of strength above the average count as a point of attack.
        """
        who, nature = attack.enactor, attack.enactor[Fighter]
        strength = what_is(world, who, "strength", nature.strength)
        attack.strength += what_is(world, who, "attack", nature.attack)
        attack.strength += (strength - AVERAGE) // 5

    @handles(Attack, RESOLVE)
    def land_the_blow(self, attack: Attack, world: World) -> None:
        """Damage the target by at least 1, unless it blocks."""
        if is_blocked(attack.enactor, attack.target, world):
            return
        damage = TakeDamage(attack.enactor, attack.target, max(1, attack.strength))
        dealt = world.publish(damage).dealt
        world.publish(Hit(attack.enactor, attack.target, dealt))

    @handles(HowMuchIsItWorth, MODIFY)
    def tell_its_worth(self, question: HowMuchIsItWorth, world: World) -> None:
        """Add the attack."""
        question.points += question.enactor[Fighter].attack
