"""Health: hit points, and losing them."""

from __future__ import annotations

from eventcore import APPLY, REACT, Component, World, component, handles
from game.events.combat import Die, TakeDamage

__all__ = ["Health"]


@component
class Health(Component):
    """How much a creature can take.

    Attributes:
        hp: Hit points left; at 0 it dies.
        most: Hit points when unhurt.
    """

    hp: int
    most: int

    @handles(TakeDamage, APPLY, role="target")
    def lose_hit_points(self, damage: TakeDamage, world: World) -> None:
        """Lose from 1 up to the strength of it, as chance will have it."""
        damage.dealt = min(self.hp, world.stream("combat").roll(1, damage.strength))
        self.hp -= damage.dealt

    @handles(TakeDamage, REACT, role="target")
    def die_of_it(self, damage: TakeDamage, world: World) -> None:
        """Die once no hit points are left."""
        if self.hp == 0:
            world.publish(Die(damage.enactor, damage.target))
