"""Gear: weapons and armour, which tell for whoever wears them."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.effects import WhatIs
from bidden.events.things import LetGo, PutOn, StartWearing, StopWearing, TakeOff, UseUp
from bidden.state import name_of
from eventcore import APPLY, MODIFY, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Gear(Component):
    """Lets its thing be worn, or wielded: one weapon and one armour at a time.

    Attributes:
        attack: Added to the attack of who wears it.
        defence: Added to the defence.
        ranged: Added to what a shot is worth.
    """

    attack: int = 0
    defence: int = 0
    ranged: int = 0

    @property
    def is_weapon(self) -> bool:
        """Whether it is a weapon; what defends better than it strikes is armour."""
        return self.attack + self.ranged >= self.defence

    @property
    def worth(self) -> int:
        """What it is worth, all in all."""
        return self.attack + self.defence + self.ranged

    @handles(WhatIs, MODIFY + 5, via="owner")
    def tell(self, question: WhatIs, world: World) -> None:
        """Add its part to the stats of who wears it."""
        parts = {"attack": self.attack, "defence": self.defence, "ranged": self.ranged}
        question.add(parts.get(question.stat, 0), name_of(self.entity))

    @handles(PutOn, VALIDATE + 20, role="item")
    def refuse_what_cannot_be_worn(self, equip: PutOn, world: World) -> None:
        """Refuse what is worn already, what lies on the floor, and what would do nothing."""
        if self.entity.owner is not None:
            equip.fail("worn")
        elif Position in self.entity:
            equip.fail("no thing")
        elif not (self.attack or self.defence or self.ranged):
            equip.fail("nothing")

    @handles(PutOn, RESOLVE, role="item")
    def change(self, equip: PutOn, world: World) -> None:
        """Put the item on in place of what is worn of its kind."""
        who = equip.enactor
        for other in who.owned:
            gear = other.get(Gear)
            if gear is not None and gear.is_weapon == self.is_weapon:
                world.publish(StopWearing(who, who, other))
        world.publish(StartWearing(who, who, self.entity))

    @handles(TakeOff, VALIDATE + 20, role="item")
    def refuse_what_is_not_worn(self, taking: TakeOff, world: World) -> None:
        """Refuse to take off what is not worn."""
        if self.entity.owner is not taking.enactor:
            taking.fail("not worn")

    @handles(TakeOff, RESOLVE, role="item")
    def come_off(self, taking: TakeOff, world: World) -> None:
        """Publish that the wearer stops wearing the item."""
        world.publish(StopWearing(taking.enactor, taking.enactor, self.entity))

    @handles(LetGo, RESOLVE, role="item")
    def come_off_first(self, letting: LetGo, world: World) -> None:
        """Stop the wearing before the item leaves the hands, however it leaves them."""
        if self.entity.owner is not None:
            world.publish(StopWearing(letting.enactor, letting.target, self.entity))

    @handles(UseUp, RESOLVE, role="item")
    def come_off_before_it_is_no_more(self, using: UseUp, world: World) -> None:
        """Stop the wearing before the item leaves the world."""
        if self.entity.owner is not None:
            world.publish(StopWearing(using.enactor, self.entity.owner, self.entity))

    @handles(StartWearing, APPLY, role="item")
    def set_the_owner(self, donning: StartWearing, world: World) -> None:
        """Make the wearer the owner of the item, who gets its part of the stats."""
        world.set_owner(self.entity, donning.target)

    @handles(StopWearing, APPLY, role="item")
    def clear_the_owner(self, doffing: StopWearing, world: World) -> None:
        """Make the item nobody's, so that it adds to no stats."""
        world.set_owner(self.entity, None)
