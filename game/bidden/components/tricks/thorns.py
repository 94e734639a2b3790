"""Thorns: harm that comes back to who did it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Hit, TakeDamage
from eventcore import REACT, Component, World, component, handles


@component
class Thorns(Component):
    """Returns some of each blow and shot to who struck, its last one too.

    Attributes:
        percent: How much of what it cost, rounded down; one hit point at the least.
    """

    percent: Annotated[int, Meta(ge=1)] = 50

    @handles(Hit, REACT - 13, role="target")
    def return_it(self, hit: Hit, world: World) -> None:
        """Do the harm to the striker, who may be far away."""
        if hit.dealt and hit.enactor.alive:
            back = hit.dealt * self.percent // 100
            harm = TakeDamage(
                hit.target, hit.enactor, back, sure=True, source="the mirror", kind="magic"
            )
            world.publish(harm)
