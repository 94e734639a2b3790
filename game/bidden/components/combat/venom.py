"""Venom: blows with a lasting effect."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Hit
from bidden.events.effects import Affect
from eventcore import REACT, Component, World, component, handles


@component
class Venom(Component):
    """Adds an effect to damaging attacks of its creature, or of the wielder of its item.

    Attributes:
        effect: The effect's name.
        percent: The chance in percent.
        turns: The duration in turns; 0 for the usual duration of the effect.
    """

    effect: str = "poison"
    percent: Annotated[int, Meta(ge=1, le=100)] = 100
    turns: Annotated[int, Meta(ge=0)] = 0

    @handles(Hit, REACT - 30)
    @handles(Hit, REACT - 30, via="owner")
    def seep_in(self, hit: Hit, world: World) -> None:
        """Start the effect on a target that was hurt and survived, caused by the attacker."""
        if hit.dealt and hit.target.alive and world.stream("venom").chance(self.percent, 100):
            world.publish(Affect(hit.enactor, hit.target, self.effect, self.turns))
