"""Wounding: blows that may wound whatever hit points are left; the heavier, the likelier."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from bidden.events.body import HowMuchMore
from bidden.events.combat import Hit, Wound
from eventcore import REACT, Component, World, component, handles

TENTHS: Final = 10
"""Percent of tenths: the odds are counted in this many parts of the hit points."""


@component
class Wounding(Component):
    """Lets damaging attacks of its creature, or of the wielder of its item, wound.

    Creatures without wounds are unaffected.

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
        """Perhaps wound a target that was hurt and survived."""
        if not hit.dealt or not hit.target.alive:
            return
        most = world.ask(HowMuchMore(hit.target, "health")).most
        if most and world.stream("wounds").chance(self.percent * hit.dealt, TENTHS * most):
            world.publish(Wound(hit.enactor, hit.target, kind=self.kind))
