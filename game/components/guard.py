"""Guarding: how blows are turned aside."""

from __future__ import annotations

from eventcore import MODIFY, Component, World, component, handles
from game.events.combat import Attack
from game.events.effects import what_is
from game.events.growth import HowMuchIsItWorth
from game.state import Fighter

__all__ = ["Guard"]


@component
class Guard(Component):
    """Lets its entity's defence tell against blows."""

    @handles(Attack, MODIFY + 10, role="target")
    def turn_aside(self, attack: Attack, world: World) -> None:
        """Take the defence from the strength of the blow, down to nothing."""
        defence = what_is(world, attack.target, "defence", attack.target[Fighter].defence)
        attack.strength = max(0, attack.strength - defence)

    @handles(HowMuchIsItWorth, MODIFY)
    def tell_its_worth(self, question: HowMuchIsItWorth, world: World) -> None:
        """Add the defence."""
        question.points += question.enactor[Fighter].defence
