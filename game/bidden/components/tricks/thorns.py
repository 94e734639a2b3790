"""Thorns: damage that returns to the attacker."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Hit, TakeDamage, WhatHarmFollows
from eventcore import MODIFY, REACT, Component, Entity, World, component, handles


@component
class Thorns(Component):
    """Returns some of the damage of each attack and shot to the attacker, even of a deadly one.

    Attributes:
        percent: The percentage of the damage, rounded down; at least one hit point.
        called: Its name in the message to the attacker: "A thorn costs you 2".
    """

    percent: Annotated[int, Meta(ge=1)] = 50
    called: Annotated[str, Meta(min_length=1)] = "a thorn"

    @handles(Hit, REACT - 13, role="target")
    def return_it(self, hit: Hit, world: World) -> None:
        """Damage the attacker, who may be far away."""
        if hit.dealt and hit.enactor.alive:
            world.publish(self._harm_to(hit.enactor, hit.dealt))

    # After what a body suffers, which happens first.
    @handles(WhatHarmFollows, MODIFY + 10)
    def tell_what_comes_back(self, question: WhatHarmFollows, world: World) -> None:
        """Add the damage to the attacker."""
        if question.struck and question.dealt:
            question.found.append(self._harm_to(question.harm.enactor, question.dealt))

    def _harm_to(self, striker: Entity, dealt: int) -> TakeDamage:
        back = dealt * self.percent // 100
        return TakeDamage(self.entity, striker, back, sure=True, source=self.called, kind="magic")
