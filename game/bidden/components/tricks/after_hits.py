"""Tricks after a blow: gain by it, spring back, imitate the target, or steal from it."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import Hit
from bidden.events.effects import Affect
from bidden.events.magic import Shove
from bidden.events.minds import WhatMind
from bidden.events.things import LetGo
from bidden.events.tricks import Imitate, Steal
from bidden.state import Fighter, Look
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, Entity, World, component, handles


@component
class Relish(Component):
    """Causes an effect on its creature whenever its attack hurts.

    Attributes:
        effect: The effect's name.
    """

    effect: str

    @handles(Hit, REACT - 14)
    def feed_on_it(self, hit: Hit, world: World) -> None:
        """Apply the effect to its creature if it is alive."""
        if hit.dealt and hit.enactor.alive:
            world.publish(Affect(hit.enactor, hit.enactor, self.effect))


@component
class Skirmish(Component):
    """Moves its creature a tile away from its target after an attack, if there is room."""

    @handles(Hit, REACT - 12)
    def spring_back(self, hit: Hit, world: World) -> None:
        """Move a tile farther away."""
        if hit.enactor.alive and hit.target.alive:
            world.publish(Shove(hit.target, hit.enactor, tiles=1))


@component
class Imitates(Component):
    """Lets its creature copy the shape, attack and defence of its target."""

    @handles(Hit, REACT - 8)
    def take_after(self, hit: Hit, world: World) -> None:
        """Imitate a target that survived."""
        if hit.enactor.alive and hit.target.alive:
            world.publish(Imitate(hit.enactor, hit.target))

    @handles(Imitate, VALIDATE, role="enactor")
    def refuse_to_be_the_same_again(self, imitate: Imitate, world: World) -> None:
        """Fail for the present shape, and for a target that does not fight."""
        mine, theirs = imitate.enactor[Fighter], imitate.target.get(Fighter)
        if theirs is None or Look not in imitate.target or _same(mine, theirs):
            imitate.fail("same")

    @handles(Imitate, APPLY, role="enactor")
    def be_like_them(self, imitate: Imitate, world: World) -> None:
        """Assume the look and the natural attack, defence and strength of the target."""
        mine, theirs = imitate.enactor[Fighter], imitate.target[Fighter]
        mine.attack, mine.defence = theirs.attack, theirs.defence
        mine.strength = theirs.strength
        look, model = imitate.enactor[Look], imitate.target[Look]
        look.glyph, look.look = model.glyph, model.look


def _same(one: Fighter, other: Fighter) -> bool:
    mine, theirs = ((it.attack, it.defence, it.strength) for it in (one, other))
    return mine == theirs


@component
class Thief(Component):
    """Lets an attack of its creature steal an item; the creature then flees with it.

    Attributes:
        loot: The stolen item; None while it looks for one, as after losing it.
    """

    loot: Entity | None = None

    @handles(Hit, REACT - 11)
    def snatch(self, hit: Hit, world: World) -> None:
        """Steal something from the target if it has nothing yet."""
        if not self._holds_it() and hit.enactor.alive and hit.target.alive:
            world.publish(Steal(hit.enactor, hit.target))

    # After the item was drawn, before it is handed over.
    @handles(Steal, APPLY + 10, role="enactor")
    def know_what_it_has(self, theft: Steal, world: World) -> None:
        """Remember the loot."""
        self.loot = theft.item

    # After its wits, at MODIFY - 10, and before effects on its mind, at MODIFY.
    @handles(WhatMind, MODIFY - 9)
    def run_with_it(self, question: WhatMind, world: World) -> None:
        """Answer with a plan of fleeing while it holds its loot."""
        if self._holds_it():
            question.plan = ["flee", "rest"]

    @handles(Hit, REACT - 9, role="target")
    def drop_it_when_hurt(self, hit: Hit, world: World) -> None:
        if self.loot is not None and self._holds_it() and hit.dealt and hit.target.alive:
            world.publish(LetGo(hit.enactor, hit.target, self.loot))

    @handles(LetGo, APPLY + 10, role="target")
    def be_after_another(self, letting: LetGo, world: World) -> None:
        """Search for another item once the loot is gone."""
        if letting.item is self.loot:
            self.loot = None

    def _holds_it(self) -> bool:
        """Return whether it still has its loot, which may be used up, burn or be taken away."""
        return self.loot is not None and self.loot.alive and Position not in self.loot
