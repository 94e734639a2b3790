"""Ambush: stronger blows against sleeping creatures."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Attack
from bidden.events.minds import Sleeps
from eventcore import MODIFY, Component, World, component, handles


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
