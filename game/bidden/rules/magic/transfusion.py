"""The rule of transfusion: blood turned to mana."""

from __future__ import annotations

from bidden.components.body.health import Health
from bidden.events.body import ChangeMana, HowMuchMore
from bidden.events.combat import TakeDamage
from bidden.events.magic import Could, Transfuse
from eventcore import MODIFY, RESOLVE, Component, Entity, World, component, handles

__all__ = ["Transfusion"]


@component
class Transfusion(Component):
    """Turns as much blood to mana as is missing, and as leaves one hit point."""

    @handles(Could, MODIFY, via="world")
    def tell_whether_there_is_any(self, question: Could, world: World) -> None:
        """Answer no where no mana is missing, or no blood to spare."""
        if isinstance(question.deed, Transfuse):
            question.could &= _amount(question.deed.target, world) > 0

    @handles(Transfuse, MODIFY, via="world")
    def measure(self, deed: Transfuse, world: World) -> None:
        """Say how much."""
        deed.amount = _amount(deed.target, world)

    @handles(Transfuse, RESOLVE, via="world")
    def turn(self, deed: Transfuse, world: World) -> None:
        """Take it from the one, and give it to the other."""
        by, to = deed.enactor, deed.target
        loss = TakeDamage(by, to, deed.amount, sure=True, of="blood to mana", kind="magic")
        if world.publish(loss).done:
            world.publish(ChangeMana(by, to, deed.amount, of="blood to mana"))


def _amount(who: Entity, world: World) -> int:
    health = who.get(Health)
    spare = 0 if health is None else health.hp - 1
    return min(spare, world.ask(HowMuchMore(who, "mana")).room)
