"""Retorts: what a blow brings upon who struck it, or upon who was struck."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bidden.events.body import HowMuchMore
from bidden.events.combat import Hit
from bidden.events.effects import Affect
from eventcore import REACT, Component, World, component, handles


@component
class Retort(Component):
    """Lets a blow or a shot that hurts its creature, and leaves it alive, bring an effect.

    Attributes:
        effect: The effect's name.
        on: Upon whom: the ``"striker"``, or the creature ``"self"``.
        percent: How often.
        lost: Only while it lacks so many hit points, or more.
    """

    effect: str
    on: Literal["striker", "self"] = "self"
    percent: Annotated[int, Meta(ge=1, le=100)] = 100
    lost: Annotated[int, Meta(ge=1)] = 1

    # After venom and wounds, at REACT - 20 at the latest, for what is left of it then.
    @handles(Hit, REACT - 15, role="target")
    def answer(self, hit: Hit, world: World) -> None:
        """Bring the effect about."""
        me, to = hit.target, hit.enactor if self.on == "striker" else hit.target
        if not (hit.dealt and me.alive and to.alive):
            return
        hurt = world.ask(HowMuchMore(me, "health")).room >= self.lost
        if hurt and world.stream("retorts").chance(self.percent, 100):
            world.publish(Affect(me, to, self.effect))
