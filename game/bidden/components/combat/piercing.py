"""Piercing: blows that defence never stops completely."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Attack
from eventcore import MODIFY, Component, World, component, handles


@component
class Piercing(Component):
    """Lets a part of the strength of each attack ignore defence.

    Attributes:
        percent: The percentage of the strength that ignores defence, rounded up.
    """

    percent: Annotated[int, Meta(ge=1, le=100)] = 50

    # Once all that adds to the blow has, and before the defence is taken from it.
    @handles(Attack, MODIFY + 9)
    def come_through(self, attack: Attack, world: World) -> None:
        """Store how much of the blow ignores defence."""
        attack.least = max(attack.least, self.of(attack.strength))

    def of(self, strength: int) -> int:
        """Return the part of a blow that always comes through."""
        return -(-strength * self.percent // 100)
