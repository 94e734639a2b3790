"""Transfusion: blood becomes mana."""

from __future__ import annotations

from bidden.components.body.health import Health
from bidden.events.body import ChangeMana, HowMuchMore
from bidden.events.combat import TakeDamage
from bidden.events.magic import CanApply, Transfuse
from eventcore import MODIFY, RESOLVE, Component, Entity, World, component, handles


@component
class Transfusion(Component):
    """Turns hit points into as much mana as is missing. At least one hit point stays."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_any(self, question: CanApply, world: World) -> None:
        """Answer False if no mana is missing, or if the creature has one hit point."""
        if isinstance(question.instant, Transfuse):
            question.could &= _amount(question.instant.target, world) > 0

    @handles(Transfuse, MODIFY, via="world")
    def measure_the_blood(self, instant: Transfuse, world: World) -> None:
        """Set the number of hit points to convert."""
        instant.amount = _amount(instant.target, world)

    @handles(Transfuse, RESOLVE, via="world")
    def turn_blood_to_mana(self, instant: Transfuse, world: World) -> None:
        by, to = instant.enactor, instant.target
        loss = TakeDamage(by, to, instant.amount, sure=True, source="blood to mana", kind="magic")
        if world.publish(loss).done:
            world.publish(ChangeMana(by, to, instant.amount, source="blood to mana"))


def _amount(who: Entity, world: World) -> int:
    health = who.get(Health)
    spare = 0 if health is None else health.hp - 1
    return min(spare, world.ask(HowMuchMore(who, "mana")).room)
