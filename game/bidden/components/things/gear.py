"""Gear: weapons, armour and shields, which change the stats of their wearer; masterworks."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Wound
from bidden.events.effects import WhatIs, what_is
from bidden.events.things import (
    Distinguish,
    LetGo,
    PutOn,
    StartWearing,
    StopWearing,
    TakeOff,
    UseUp,
)
from bidden.state import Inscribed, TwoHanded, name_of
from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    World,
    component,
    handles,
)

_HANDS: Final = 2
_STATS: Final = ("attack", "defence", "ranged")
"""The stats to which it adds its field of that name."""


@component(version=2)
class Gear(Component):
    """Lets its item be worn or wielded: one weapon, one armour and one shield at a time.

    A two-handed weapon and a shield exclude each other: putting one on takes the other off.

    Attributes:
        attack: Added to the attack of its wearer.
        defence: Added to the defence.
        ranged: Added to the damage of a shot.
        off_hand: Whether it is held in the other hand, like a shield.
    """

    attack: int = 0
    defence: int = 0
    ranged: int = 0
    off_hand: bool = False

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Treat the gear of older saves, which had no shields, as none."""
        return fields | {"off_hand": False}

    @property
    def kind(self) -> str:
        """The kind of gear: one of each kind can be worn at a time."""
        return "shield" if self.off_hand else "weapon" if self.is_weapon else "armour"

    @property
    def is_weapon(self) -> bool:
        """Whether it is a weapon. Gear that adds more defence than attack is armour."""
        return not self.off_hand and self.attack + self.ranged >= self.defence

    @property
    def worth(self) -> int:
        """The sum of its attack, defence and ranged damage."""
        return self.attack + self.defence + self.ranged

    @handles(WhatIs, MODIFY + 5, via="owner")
    def tell(self, question: WhatIs, world: World) -> None:
        """Add its part to the stats of its wearer."""
        part = getattr(self, question.stat) if question.stat in _STATS else 0
        if part:
            question.add(part, name_of(self.entity))

    @handles(PutOn, VALIDATE + 20, role="item")
    def refuse_what_cannot_be_worn(self, equip: PutOn, world: World) -> None:
        """Fail for gear that is worn, lies on the floor, or adds nothing."""
        if self.entity.owner is not None:
            equip.fail("worn")
        elif Position in self.entity:
            equip.fail("no thing")
        elif not (self.attack or self.defence or self.ranged):
            equip.fail("nothing")
        elif lacks_a_hand(equip.enactor, self.entity, world):
            equip.fail("hand")

    @handles(PutOn, RESOLVE, role="item")
    def change(self, equip: PutOn, world: World) -> None:
        """Replace the worn item of its kind."""
        who = equip.enactor
        for other in who.owned:
            gear = other.get(Gear)
            if gear is not None and (gear.kind == self.kind or self._is_in_the_way(other, gear)):
                world.publish(StopWearing(who, who, other))
        world.publish(StartWearing(who, who, self.entity))

    def _is_in_the_way(self, other: Entity, gear: Gear) -> bool:
        takes_both = TwoHanded in self.entity and gear.off_hand
        return takes_both or (self.off_hand and TwoHanded in other)

    # Before the hit points come back.
    @handles(Wound, REACT - 5, role="target", via="owner")
    def slip_from_a_bad_hand(self, wound: Wound, world: World) -> None:
        """Come off if the wearer no longer has the hands for it."""
        if not wound.deadly and lacks_a_hand(wound.target, self.entity, world):
            world.publish(StopWearing(wound.enactor, wound.target, self.entity))

    @handles(TakeOff, VALIDATE + 20, role="item")
    def refuse_what_is_not_worn(self, taking: TakeOff, world: World) -> None:
        if self.entity.owner is not taking.enactor:
            taking.fail("not worn")

    @handles(TakeOff, RESOLVE, role="item")
    def come_off(self, taking: TakeOff, world: World) -> None:
        world.publish(StopWearing(taking.enactor, taking.enactor, self.entity))

    @handles(LetGo, RESOLVE, role="item")
    @handles(UseUp, RESOLVE, role="item")
    def come_off_first(self, loss: LetGo | UseUp, world: World) -> None:
        """Come off before the item leaves the hands or the world."""
        if self.entity.owner is not None:
            world.publish(StopWearing(loss.enactor, self.entity.owner, self.entity))

    @handles(StartWearing, APPLY, role="item")
    def set_the_owner(self, donning: StartWearing, world: World) -> None:
        """Make the wearer the owner of the item, so that it changes the wearer's stats."""
        world.set_owner(self.entity, donning.target)

    @handles(StopWearing, APPLY, role="item")
    def clear_the_owner(self, doffing: StopWearing, world: World) -> None:
        """Clear the owner of the item, so that it changes no stats."""
        world.set_owner(self.entity, None)


def lacks_a_hand(who: Entity, thing: Entity, world: World) -> bool:
    """Return whether a thing needs two good hands that a creature lacks."""
    return TwoHanded in thing and has_a_bad_hand(who, world)


def has_a_bad_hand(who: Entity, world: World) -> bool:
    """Return whether a creature has fewer than two sound hands."""
    return what_is(world, who, "hands", _HANDS) < _HANDS


@component
class Quality(Component):
    """Lets its item be better than its kind at random, more often on deeper levels.

    Attributes:
        stat: The stat of its wearer that it improves.
        percent: The chance in percent to be better, for each level below the first.
        most: The maximum improvement.
        better: The improvement.
    """

    stat: Literal["attack", "defence", "ranged"]
    percent: Annotated[int, Meta(ge=1, le=100)] = 8
    most: Annotated[int, Meta(ge=1)] = 2
    better: Annotated[int, Meta(ge=0)] = 0

    @handles(WhatIs, MODIFY + 37, via="owner")
    def tell(self, question: WhatIs, world: World) -> None:
        """Add its part to the stat of its wearer."""
        if question.stat == self.stat:
            question.add(self.better, f"quality of the {name_of(self.entity)}")

    # Once it is drawn how much, at APPLY.
    @handles(Distinguish, APPLY + 5, role="item")
    def be_better(self, distinguish: Distinguish, world: World) -> None:
        self.better = distinguish.better

    @handles(Distinguish, REACT, role="item")
    def bear_a_name(self, distinguish: Distinguish, world: World) -> None:
        if distinguish.called and Inscribed not in distinguish.item:
            world.attach(distinguish.item, Inscribed(distinguish.called))
