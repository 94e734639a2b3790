"""Sweeping: blows that also hit another foe."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Attack, TakeDamage
from bidden.events.minds import are_foes
from bidden.perception.senses.sight import sees
from bidden.state import Fighter
from eventcore import RESOLVE, Component, World, component, handles


@component
class Sweep(Component):
    """Lets attacks of its wielder hurt a second enemy beside them.

    Attributes:
        percent: The percentage of the damage, after the defence of the first target, that the
            second takes; rounded down, at least 1.
    """

    percent: Annotated[int, Meta(ge=1)] = 50

    # Once the blow has landed.
    @handles(Attack, RESOLVE + 10, via="owner")
    def strike_another(self, attack: Attack, world: World) -> None:
        """Damage the adjacent visible foe with the lowest id."""
        who = attack.enactor
        for other in world.having(Fighter, Position):
            beside = other[Position].distance(who[Position]) == 1
            if other is attack.target or not beside:
                continue
            if are_foes(world, who, other) and sees(who, other, world):
                strength = max(1, attack.strength * self.percent // 100)
                world.publish(TakeDamage(who, other, strength))
                return
