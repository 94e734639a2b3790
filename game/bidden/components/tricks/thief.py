"""Thieves: they steal an item and flee, and drop it when they are hurt."""

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
