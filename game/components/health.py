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

    Raises:
        ValueError: There is nothing left from the start, or more than the most.
    """

    hp: int
    most: int

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.hp <= self.most:
            raise ValueError(f"hp is {self.hp}, and must lie from 1 to most, which is {self.most}")

    @handles(TakeDamage, APPLY, role="target")
    def lose_hit_points(self, damage: TakeDamage, world: World) -> None:
        """Lose from 1 up to the strength of it, as chance will have it; never less than 1."""
        loss = world.stream("combat").roll(1, max(1, damage.strength))
        damage.dealt = min(self.hp, loss)
        self.hp -= damage.dealt

    @handles(TakeDamage, REACT, role="target")
    def die_of_it(self, damage: TakeDamage, world: World) -> None:
        """Die once no hit points are left."""
        if self.hp == 0:
            world.publish(Die(damage.enactor, damage.target))
