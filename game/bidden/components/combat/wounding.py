"""Wounding: blows that wound outright, whatever hit points are left; the oftener the heavier."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from bidden.events.body import HowMuchMore
from bidden.events.combat import Hit, Wound
from eventcore import REACT, Component, World, component, handles

TENTHS: Final = 10
"""Percent of tenths: of so many times the hit points so many cases wound."""


@component
class Wounding(Component):
    """Lets damaging attacks of its creature, or of the wielder of its item, wound.

    Who cannot be wounded has hit points alone.

    Attributes:
        percent: The chance in percent for each tenth of the target's maximum hit points that the
            attack costs.
        kind: The wound, by its name in wounds.toml; empty for a usual wound of an attack.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    kind: str = ""

    @handles(Hit, REACT - 20)
    @handles(Hit, REACT - 20, via="owner")
    def wound(self, hit: Hit, world: World) -> None:
        """Wound who was hurt and lives, as chance has it."""
        if not hit.dealt or not hit.target.alive:
            return
        most = world.ask(HowMuchMore(hit.target, "health")).most
        if most and world.stream("wounds").chance(self.percent * hit.dealt, TENTHS * most):
            world.publish(Wound(hit.enactor, hit.target, kind=self.kind))
