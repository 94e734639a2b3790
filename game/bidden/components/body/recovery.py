"""Recovery: hit points and mana that come back with time."""

from __future__ import annotations

from typing import Final

from bidden.events.body import ChangeMana, Feed, Heal, Live
from bidden.events.effects import what_is
from eventcore import APPLY, REACT, Component, World, component, handles

_WHOLE: Final = 1000


@component
class Recovery(Component):
    """How fast a creature recovers.

    A rate counts thousandths of a point a turn; a point comes back when the count falls below
    0, so at 10 the first after 101 turns, and then one each 100. A point takes 1 food; where
    none is missing nothing comes back and none is taken.

    Attributes:
        health: The regeneration of hit points.
        mana: The regeneration of mana.
        until_health: Thousandths until the next hit point.
        until_mana: Thousandths until the next point of mana.
    """

    health: int = 10
    mana: int = 10
    until_health: int = _WHOLE
    until_mana: int = _WHOLE

    @handles(Live, APPLY)
    def count(self, live: Live, world: World) -> None:
        """Count down by the rates, as changed by lasting effects."""
        who = live.enactor
        self.until_health -= max(0, what_is(world, who, "regeneration", self.health))
        self.until_mana -= max(0, what_is(world, who, "mana regeneration", self.mana))

    @handles(Live, REACT)
    def recover(self, live: Live, world: World) -> None:
        """Gain the points that are due."""
        who = live.enactor
        while self.until_health < 0:
            self.until_health += _WHOLE
            if world.publish(Heal(who, who, 1)).done:
                world.publish(Feed(who, who, -1))
        while self.until_mana < 0:
            self.until_mana += _WHOLE
            if world.publish(ChangeMana(who, who, 1)).done:
                world.publish(Feed(who, who, -1))
