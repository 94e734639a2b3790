"""Defence against blows and missiles, and shields that block some of them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.body import HowMuchIsItWorth
from bidden.events.combat import Attack, Impact
from bidden.events.effects import WhatIs, what_is
from bidden.state import Fighter, name_of
from eventcore import MODIFY, Component, World, component, handles


@component
class Guard(Component):
    """Lets its entity's defence reduce the damage of attacks."""

    @handles(Attack, MODIFY + 10, role="target")
    def turn_aside(self, attack: Attack, world: World) -> None:
        """Subtract the defence from the blow, except from its piercing part."""
        attack.strength = self._lessened(attack.strength, world, attack.least)

    @handles(Impact, MODIFY + 10, role="target")
    def ward_off(self, impact: Impact, world: World) -> None:
        """Subtract the defence from the impact, down to 0."""
        impact.strength = self._lessened(impact.strength, world)

    def _lessened(self, strength: int, world: World, least: int = 0) -> int:
        me = self.entity
        return max(0, least, strength - what_is(world, me, "defence", me[Fighter].defence))

    @handles(HowMuchIsItWorth, MODIFY)
    def tell_its_worth(self, question: HowMuchIsItWorth, world: World) -> None:
        """Add the defence."""
        question.points += question.enactor[Fighter].defence


@component
class Blocking(Component):
    """Lets its item sometimes stop attacks and missiles against its wearer.

    Attributes:
        percent: The chance in percent.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]

    @handles(WhatIs, MODIFY + 36, via="owner")
    def tell_the_odds(self, question: WhatIs, world: World) -> None:
        """Add its part to the stat of its wearer."""
        if question.stat == "block":
            question.add(self.percent, name_of(self.entity))
