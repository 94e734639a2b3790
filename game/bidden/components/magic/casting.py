"""Casting: the spells that a creature knows, and the mana that they cost."""

from __future__ import annotations

import attrs

from bidden.events.body import IMPROVEMENTS, ChangeMana, HowMuchMore, Improve
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
        if cast.spell not in self.spells:
            cast.fail("no spell")

    @handles(KnowsSpell, MODIFY)
    def tell(self, question: KnowsSpell, world: World) -> None:
        """Answer whether its entity knows the spell."""
        question.known = question.spell in self.spells

    @handles(LearnSpell, VALIDATE, role="target")
    def refuse_what_is_known(self, learning: LearnSpell, world: World) -> None:
        if learning.spell in self.spells:
            learning.fail("known")

    @handles(LearnSpell, APPLY, role="target")
    def learn(self, learning: LearnSpell, world: World) -> None:
        self.spells = [*self.spells, learning.spell]


@component
class Mana(Component):
    """The mana of a creature.

    Attributes:
        mana: The mana left.
        most: Maximum mana.

    Raises:
        ValueError: The mana is below 0 or above the most.
    """

    mana: int
    most: int

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.mana <= self.most:
            raise ValueError(f"`mana` is {self.mana}, but must be from 0 to `most` ({self.most})")

    @handles(HowMuchMore, MODIFY)
    def tell_how_much_is_missing(self, question: HowMuchMore, world: World) -> None:
        """Answer with the missing mana."""
        if question.store == "mana":
            question.room += self.most - self.mana

    @handles(Cast, VALIDATE + 15)
    def refuse_what_it_cannot_pay(self, cast: Cast, world: World) -> None:
        """Fail if the spell costs more mana than its entity has."""
        if cast.mana > self.mana:
            cast.fail("no mana")

    @handles(ChangeMana, VALIDATE, role="target")
    def refuse_the_impossible(self, change: ChangeMana, world: World) -> None:
        """Fail if the mana is already full or empty."""
        if change.amount > 0 and self.mana == self.most:
            change.fail("full")
        elif change.amount < 0 and self.mana == 0:
            change.fail("empty")

    @handles(ChangeMana, APPLY, role="target")
    def gain_or_lose(self, change: ChangeMana, world: World) -> None:
        before = self.mana
        self.mana = min(self.most, max(0, before + change.amount))
        change.gained = self.mana - before

    @handles(LearnSpell, APPLY, role="target")
    def hold_what_it_costs(self, learning: LearnSpell, world: World) -> None:
        """Raise the maximum to the cost of the learned spell."""
        learning.room = max(0, learning.mana - self.most)
        self.most += learning.room
        self.mana += learning.room

    @handles(Improve, APPLY)
    def grow(self, improve: Improve, world: World) -> None:
        if improve.option == "mana":
            self.most += IMPROVEMENTS["mana"]
            self.mana += IMPROVEMENTS["mana"]
