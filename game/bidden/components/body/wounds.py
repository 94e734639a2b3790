"""Wounds: suffered instead of death when the hit points run out, until there are too many."""

from __future__ import annotations

from typing import Annotated, Any, Final

import attrs
from msgspec import Meta

from bidden.events.body import HowMuchMore, Mend, Refill, WhatWounds
from bidden.events.combat import Die, Wound
from bidden.events.effects import WhatIs
from bidden.events.turns import LookAround
from bidden.rules.body.maiming import Maiming
from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Component,
    Event,
    World,
    component,
    handles,
)

_FORMER: Final = ("hand", "leg", "eye", "voice", "heart")
"""The names for wounds of the first version, which only counted them."""


@component(version=2)
class Wounds(Component):
    """Takes a wound when the hit points run out, and restores half of them.

    Each wound takes something while it is open; the one that was taken last closes first.

    Attributes:
        taken: Its wounds by the names in wounds.toml, oldest first.
        most: The number of wounds that kills.

    Raises:
        ValueError: Of ``taken`` there are more than kill.
    """

    taken: list[str] = attrs.Factory(list)
    most: Annotated[int, Meta(ge=1)] = 5

    # The first cause of the last loss of all hit points. Neither saved nor part of the digest,
    # because it is useless once its consequences have settled.
    _began: Event | None = attrs.field(default=None, init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if self.count > self.most:
            raise ValueError(f"`taken` has {self.count} wounds, but `most` is {self.most}")

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Name the wounds that were only counted."""
        count = fields.pop("wounds")
        return fields | {"taken": [_FORMER[n % len(_FORMER)] for n in range(count)]}

    @property
    def count(self) -> int:
        return len(self.taken)

    @handles(Die, AIM, role="target")
    def take_a_wound_instead(self, die: Die, world: World) -> None:
        """Suffer a wound instead of dying, of the kind that it would have died of."""
        if not die.outright:
            die.replace(Wound(die.enactor, die.target, die.source, emptied=True, harm=die.harm))

    @handles(Wound, VALIDATE, role="target")
    def refuse_two_of_one_blow(self, wound: Wound, world: World) -> None:
        """Fail if the same blow has just taken all hit points."""
        if not wound.emptied and beginning_of(wound) is self._began:
            wound.fail("wounded")

    # Once it is drawn which wound it is.
    @handles(Wound, APPLY + 5, role="target")
    def bleed(self, wound: Wound, world: World) -> None:
        self.taken = [*self.taken, wound.kind]
        self._began = beginning_of(wound) if wound.emptied else None
        wound.wounds, wound.deadly = self.count, self.count >= self.most

    @handles(Wound, REACT, role="target")
    def die_of_the_last_or_go_on(self, wound: Wound, world: World) -> None:
        """Die of one wound too many. Regain half of the hit points if the wound replaced death."""
        by, who = wound.enactor, wound.target
        if wound.deadly:
            world.publish(Die(by, who, wound.source, outright=True, harm=wound.harm))
            return
        if wound.emptied:
            world.publish(Refill(by, who))
        self._look_again([wound.kind], world)

    # After effects and gear.
    @handles(WhatIs, MODIFY + 12)
    def hinder(self, question: WhatIs, world: World) -> None:
        """Add the effect of each open wound to the stat."""
        if self.taken:
            kinds = world.root[Maiming].kinds
            for name in self.taken:
                change = kinds[name].changes.get(question.stat, 0)
                if change:
                    question.add(change, f"{name} wound")

    @handles(WhatWounds, MODIFY)
    def tell_which_are_open(self, question: WhatWounds, world: World) -> None:
        question.kinds, question.can = [*question.kinds, *self.taken], True
        question.most = self.most

    @handles(HowMuchMore, MODIFY)
    def tell_how_many_can_close(self, question: HowMuchMore, world: World) -> None:
        if question.store == "mending":
            question.room += self.count

    @handles(Mend, VALIDATE, role="target")
    def refuse_the_unwounded(self, mend: Mend, world: World) -> None:
        if not self.taken:
            mend.fail("full")

    @handles(Mend, APPLY, role="target")
    def heal_over(self, mend: Mend, world: World) -> None:
        """Close wounds, latest first."""
        mend.gained = min(max(0, mend.amount), self.count)
        left = self.count - mend.gained
        mend.closed, self.taken = self.taken[left:][::-1], self.taken[:left]

    @handles(Mend, REACT, role="target")
    def see_again(self, mend: Mend, world: World) -> None:
        """See what a closed wound had hidden."""
        self._look_again(mend.closed, world)

    def _look_again(self, kinds: list[str], world: World) -> None:
        known = world.root[Maiming].kinds
        if any("sight" in known[name].changes for name in kinds):
            world.publish(LookAround(self.entity))


def beginning_of(event: Event) -> Event:
    """Return the first cause of an event, which may be the event itself."""
    while event.cause is not None:
        event = event.cause
    return event
