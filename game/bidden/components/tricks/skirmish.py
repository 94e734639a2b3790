"""Skirmishing: a blow, and a step back."""

from __future__ import annotations

from bidden.events.combat import Hit
from bidden.events.magic import Shove
from eventcore import REACT, Component, World, component, handles


@component
class Skirmish(Component):
    """Moves its creature a tile away from its target after an attack, if there is room."""

    @handles(Hit, REACT - 12)
    def spring_back(self, hit: Hit, world: World) -> None:
        """Move a tile farther away."""
        if hit.enactor.alive and hit.target.alive:
            world.publish(Shove(hit.target, hit.enactor, tiles=1))
