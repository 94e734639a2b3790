"""Wounding: blows that wound outright, whatever hit points are left."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Hit, Wound
from eventcore import REACT, Component, World, component, handles


@component
class Wounding(Component):
    """Lets a blow that hurts wound, by its creature or by who wields its thing.

    Who cannot be wounded has hit points alone.

    Attributes:
        percent: How often.
        kind: Which wound it is, as ``wounds.toml`` names them; empty for what a blow does.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    kind: str = ""

    @handles(Hit, REACT - 20)
    @handles(Hit, REACT - 20, via="owner")
    def wound(self, hit: Hit, world: World) -> None:
        """Wound who was hurt and lives."""
        hurt = hit.dealt and hit.target.alive
        if hurt and world.stream("wounds").chance(self.percent, 100):
            world.publish(Wound(hit.enactor, hit.target, kind=self.kind))
