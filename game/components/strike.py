"""Striking: how hard a blow is, and what it does."""

from __future__ import annotations

from eventcore import MODIFY, RESOLVE, VALIDATE, Component, World, component, handles
from game.events.combat import Attack, TakeDamage
from game.state import Fighter, Place

__all__ = ["Strike"]


@component
class Strike(Component):
    """Lets its entity strike its neighbours."""

    @handles(Attack, VALIDATE)
    def reach(self, attack: Attack, world: World) -> None:
        """Refuse to strike who is out of reach."""
        mine, theirs = attack.enactor[Place], attack.target[Place]
        if max(abs(mine.x - theirs.x), abs(mine.y - theirs.y)) > 1:
            attack.fail("far")

    @handles(Attack, MODIFY)
    def put_weight_behind_it(self, attack: Attack, world: World) -> None:
        """Add the attacker's strength: a blow is worth attack less defence."""
        attack.strength += attack.enactor[Fighter].attack

    @handles(Attack, RESOLVE)
    def land_the_blow(self, attack: Attack, world: World) -> None:
        """Hurt the target, by 1 at the least."""
        world.publish(TakeDamage(attack.enactor, attack.target, max(1, attack.strength)))
