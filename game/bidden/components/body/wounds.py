"""Wounds: taken in place of death once the hit points are gone, until there are too many."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.body import HowMuchMore, Mend, Refill
from bidden.events.combat import Die, Wound
from eventcore import AIM, APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles


@component
class Wounds(Component):
    """Takes a wound once the hit points are gone, and lets them begin anew.

    Attributes:
        wounds: How many it has.
        most: How many kill.

    Raises:
        ValueError: The wounds are below 0, or as many as kill.
    """

    wounds: int = 0
    most: Annotated[int, Meta(ge=1)] = 5

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.wounds <= self.most:
            raise ValueError(
                f"wounds is {self.wounds}, and must lie from 0 to most, which is {self.most}"
            )

    @handles(Die, AIM, role="target")
    def take_a_wound_instead(self, die: Die, world: World) -> None:
        """Be wounded in place of dying, of what it would have died of."""
        if not die.outright:
            die.replace(Wound(die.enactor, die.target, die.source, emptied=True))

    @handles(Wound, APPLY, role="target")
    def bleed(self, wound: Wound, world: World) -> None:
        """Take one more wound."""
        self.wounds += 1
        wound.wounds, wound.deadly = self.wounds, self.wounds >= self.most

    @handles(Wound, REACT, role="target")
    def die_of_the_last_or_go_on(self, wound: Wound, world: World) -> None:
        """Die of a wound too many; have all hit points again where it stands for a death."""
        by, who = wound.enactor, wound.target
        if wound.deadly:
            world.publish(Die(by, who, wound.source, outright=True))
        elif wound.emptied:
            world.publish(Refill(by, who))

    @handles(HowMuchMore, MODIFY)
    def tell_how_many_can_close(self, question: HowMuchMore, world: World) -> None:
        """Answer with the number of open wounds."""
        if question.store == "mending":
            question.room += self.wounds

    @handles(Mend, VALIDATE, role="target")
    def refuse_the_unwounded(self, mend: Mend, world: World) -> None:
        """Refuse to close what is not open."""
        if not self.wounds:
            mend.fail("full")

    @handles(Mend, APPLY, role="target")
    def heal_over(self, mend: Mend, world: World) -> None:
        """Close as many wounds as the mending says."""
        mend.gained = min(max(0, mend.amount), self.wounds)
        self.wounds -= mend.gained
