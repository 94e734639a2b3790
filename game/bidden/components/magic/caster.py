"""Casting: the spells that a creature knows."""

from __future__ import annotations

import attrs

from bidden.events.magic import Cast, KnowsSpell, LearnSpell
from eventcore import APPLY, MODIFY, VALIDATE, Component, World, component, handles


@component
class Caster(Component):
    """Lets its entity learn spells, and cast those it knows.

    Attributes:
        spells: The names of the spells it knows, in the order it learned them.
    """

    spells: list[str] = attrs.Factory(list)

    @handles(Cast, VALIDATE + 10)
    def refuse_what_is_not_known(self, cast: Cast, world: World) -> None:
        """Fail if its entity does not know the spell."""
        if cast.spell not in self.spells:
            cast.fail("no spell")

    @handles(KnowsSpell, MODIFY)
    def tell(self, question: KnowsSpell, world: World) -> None:
        """Answer whether its entity knows the spell."""
        question.known = question.spell in self.spells

    @handles(LearnSpell, VALIDATE, role="target")
    def refuse_what_is_known(self, learning: LearnSpell, world: World) -> None:
        """Fail if its entity knows the spell."""
        if learning.spell in self.spells:
            learning.fail("known")

    @handles(LearnSpell, APPLY, role="target")
    def learn(self, learning: LearnSpell, world: World) -> None:
        self.spells = [*self.spells, learning.spell]
