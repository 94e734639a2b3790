"""Metabolism: food, starvation, and hit points and mana that come back with time."""

from __future__ import annotations

from typing import Final

from bidden.events.body import ChangeMana, Feed, Heal, HowMuchMore, Live
from bidden.events.combat import Attack, Shoot, TakeDamage, Throw
from bidden.events.effects import what_is
from eventcore import APPLY, MODIFY, REACT, Component, World, component, handles

_BLOW: Final = 2
_WHOLE: Final = 1000


@component
class Stomach(Component):
    """The food of a creature.

    Attributes:
        food: The food left; each regenerated hit point takes 1, each attack takes 2.
        most: The maximum food. Overeating stretches it by half the excess, and hurts.
        starves: Whether it dies without food, as the player does.

    Raises:
        ValueError: The food is below 0 or above the most.
    """

    food: int
    most: int
    starves: bool = False

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.food <= self.most:
            raise ValueError(f"`food` is {self.food}, but must be from 0 to `most` ({self.most})")

    @property
    def feeling(self) -> str:
        """How full it feels: ``"full"``, ``"hungry"``, ``"weak"``, or empty for none of these."""
        return self.feeling_at(self.food)

    def feeling_at(self, food: int) -> str:
        """Return how full it would feel with this much food."""
        if food * 10 >= self.most * 9:
            return "full"
        if food * 20 < self.most:
            return "weak"
        return "hungry" if food * 5 < self.most else ""

    @property
    def blow(self) -> int:
        """The food that a blow, a throw or a shot takes."""
        return _BLOW

    @handles(HowMuchMore, MODIFY)
    def tell_that_there_is_always_room(self, question: HowMuchMore, world: World) -> None:
        """Answer with the food it holds. There is always room, at a price."""
        if question.store == "food":
            question.room += self.most

    @handles(Feed, APPLY, role="target")
    def digest(self, feed: Feed, world: World) -> None:
        """Add the food. Half of the excess stretches the stomach."""
        before = self.food
        self.food = max(0, before + feed.amount)
        if self.food > self.most:
            self.food = self.most = (self.most + self.food) // 2
            feed.overate = True
        feed.gained = self.food - before

    @handles(Feed, REACT, role="target")
    def suffer(self, feed: Feed, world: World) -> None:
        """Lose a hit point to overeating, or starve, which no wound can prevent."""
        by, who = feed.enactor, feed.target
        if feed.overate:
            harm = TakeDamage(by, who, 1, sure=True, source="overeating", kind="overeating")
            world.publish(harm)
        elif self.food == 0 and self.starves:
            world.publish(TakeDamage(by, who, source="hunger", kind="hunger", outright=True))

    @handles(Attack, REACT)
    @handles(Throw, REACT)
    @handles(Shoot, REACT)
    def tire_of_striking(self, attack: Attack | Throw | Shoot, world: World) -> None:
        world.publish(Feed(self.entity, self.entity, -_BLOW))


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
