"""The rule of transfusion: blood turned to mana."""

from __future__ import annotations

from bidden.components.body.health import Health
from bidden.events.body import ChangeMana, HowMuchMore
from bidden.events.combat import TakeDamage
from bidden.events.magic import CanApply, Transfuse
from eventcore import MODIFY, RESOLVE, Component, Entity, World, component, handles


@component
class Transfusion(Component):
    """Turns as much blood to mana as is missing, and as leaves one hit point."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_any(self, question: CanApply, world: World) -> None:
        """Answer no where no mana is missing, or no blood to spare."""
        if isinstance(question.instant, Transfuse):
            question.could &= _amount(question.instant.target, world) > 0

    @handles(Transfuse, MODIFY, via="world")
    def measure_the_blood(self, instant: Transfuse, world: World) -> None:
        """Set how many hit points are turned to mana."""
        instant.amount = _amount(instant.target, world)

    @handles(Transfuse, RESOLVE, via="world")
    def turn_blood_to_mana(self, instant: Transfuse, world: World) -> None:
        """Take the hit points, and give as much mana."""
        by, to = instant.enactor, instant.target
        loss = TakeDamage(by, to, instant.amount, sure=True, source="blood to mana", kind="magic")
        if world.publish(loss).done:
            world.publish(ChangeMana(by, to, instant.amount, source="blood to mana"))


def _amount(who: Entity, world: World) -> int:
    health = who.get(Health)
    spare = 0 if health is None else health.hp - 1
    return min(spare, world.ask(HowMuchMore(who, "mana")).room)
