"""Thieves: they take a thing and run, and drop it when they are hurt."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import Hit
from bidden.events.minds import WhatMind
from bidden.events.things import LetGo
from bidden.events.tricks import Steal
from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles


@component
class Thief(Component):
    """Lets an attack of its creature steal an item; the creature then flees with it.

    Attributes:
        loot: What it has taken last; None while it is after something, as it is once it holds that
            no more.
    """

    loot: Entity | None = None

    @handles(Hit, REACT - 11)
    def snatch(self, hit: Hit, world: World) -> None:
        """Take something from who was struck, if it has nothing yet."""
        if not self._holds_it() and hit.enactor.alive and hit.target.alive:
            world.publish(Steal(hit.enactor, hit.target))

    # After the lot was drawn, before it is handed over.
    @handles(Steal, APPLY + 10, role="enactor")
    def know_what_it_has(self, theft: Steal, world: World) -> None:
        """Keep in mind what was taken."""
        self.loot = theft.item

    # After its wits, at MODIFY - 10, and before what rules its mind, at MODIFY.
    @handles(WhatMind, MODIFY - 9)
    def run_with_it(self, question: WhatMind, world: World) -> None:
        """Think of nothing but getting away while it holds its loot."""
        if self._holds_it():
            question.plan = ["flee", "rest"]

    @handles(Hit, REACT - 9, role="target")
    def drop_it_when_hurt(self, hit: Hit, world: World) -> None:
        """Let go of the loot."""
        if self.loot is not None and self._holds_it() and hit.dealt and hit.target.alive:
            world.publish(LetGo(hit.enactor, hit.target, self.loot))

    @handles(LetGo, APPLY + 10, role="target")
    def be_after_another(self, letting: LetGo, world: World) -> None:
        """Be after something again, once the loot is gone."""
        if letting.item is self.loot:
            self.loot = None

    def _holds_it(self) -> bool:
        """Say whether it has its loot still: that may be used up, burn or be taken from it."""
        return self.loot is not None and self.loot.alive and Position not in self.loot
