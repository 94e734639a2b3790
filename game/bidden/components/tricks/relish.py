"""Relish: blows that do the attacker good."""

from __future__ import annotations

from bidden.events.combat import Hit
from bidden.events.effects import Affect
from eventcore import REACT, Component, World, component, handles


@component
class Relish(Component):
    """Causes an effect on its creature whenever its attack hurts.

    Attributes:
        effect: The effect's name.
    """

    effect: str

    @handles(Hit, REACT - 14)
    def feed_on_it(self, hit: Hit, world: World) -> None:
        """Apply the effect to its creature if it is alive."""
        if hit.dealt and hit.enactor.alive:
            world.publish(Affect(hit.enactor, hit.enactor, self.effect))
