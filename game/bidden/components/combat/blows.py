"""Stronger blows: against one side, against sleepers, and through armour."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Attack
from bidden.events.minds import Sleeps, is_by_nature_of
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


@component
class Ambush(Component):
    """Multiplies the attacks of its wielder against sleepers.

    Attributes:
        times: The factor, applied before the target's defence.
    """

    times: Annotated[int, Meta(ge=2)] = 2

    # After all that adds to the blow, before the defence, at MODIFY + 10.
    @handles(Attack, MODIFY + 8, via="owner")
    def strike_who_sleeps(self, attack: Attack, world: World) -> None:
        """Multiply the strength of a blow against a sleeping creature."""
        if world.ask(Sleeps(attack.target)).asleep:
            attack.strength *= self.times


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
