"""Guarding: how blows are turned aside."""

from __future__ import annotations

from bidden.events.body import HowMuchIsItWorth
from bidden.events.combat import Attack, Impact
from bidden.events.effects import what_is
from bidden.state import Fighter
from eventcore import MODIFY, Component, World, component, handles


@component
class Guard(Component):
    """Lets its entity's defence reduce the damage of attacks."""

    @handles(Attack, MODIFY + 10, role="target")
    def turn_aside(self, attack: Attack, world: World) -> None:
        """Take the defence from the strength of the blow, down to what comes through it."""
        attack.strength = self._lessened(attack.strength, world, attack.least)

    @handles(Impact, MODIFY + 10, role="target")
    def ward_off(self, impact: Impact, world: World) -> None:
        """Take the defence from the strength of what flies at it, down to nothing."""
        impact.strength = self._lessened(impact.strength, world)

    def _lessened(self, strength: int, world: World, least: int = 0) -> int:
        me = self.entity
        return max(0, least, strength - what_is(world, me, "defence", me[Fighter].defence))

    @handles(HowMuchIsItWorth, MODIFY)
    def tell_its_worth(self, question: HowMuchIsItWorth, world: World) -> None:
        """Add the defence to what the creature is worth."""
        question.points += question.enactor[Fighter].defence
