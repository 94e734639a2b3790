"""Slaying: stronger blows against one side."""

from __future__ import annotations

from bidden.events.combat import Attack
from bidden.events.minds import is_by_nature_of
from eventcore import MODIFY, Component, World, component, handles


@component
class Slaying(Component):
    """Adds to the attacks of its wielder against enemies of a side.

    Attributes:
        side: The side.
        strength: Added to the strength of the attack.
    """

    side: str
    strength: int

    @handles(Attack, MODIFY + 5, via="owner")
    def strike_harder(self, attack: Attack, world: World) -> None:
        """Add to the strength of a blow against a creature of the side."""
        if is_by_nature_of(attack.target, self.side):
            attack.strength += self.strength
