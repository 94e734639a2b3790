"""Defence against blows and missiles, shields that block some of them, and resistances."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.body import HowMuchIsItWorth
from bidden.events.combat import Attack, Impact, check_harms, resistance_to
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


@component
class Resistances(Component):
    """Damage resistances of its creature, or of the wearer of its item.

    Their sum changes each ``TakeDamage`` of the kind.

    Attributes:
        percent: Percentage of each kind of damage that is prevented; negative values add damage.

    Raises:
        ValueError: A kind of harm is unknown.
    """

    percent: dict[str, int]

    def __attrs_post_init__(self) -> None:
        check_harms(self.percent)

    @handles(WhatIs, MODIFY + 20)
    def spare_its_creature(self, question: WhatIs, world: World) -> None:
        self._add(question, "nature")

    @handles(WhatIs, MODIFY + 25, via="owner")
    def spare_its_wearer(self, question: WhatIs, world: World) -> None:
        self._add(question, name_of(self.entity))

    def _add(self, question: WhatIs, of: str) -> None:
        for kind, percent in self.percent.items():
            if question.stat == resistance_to(kind):
                question.add(percent, of)
