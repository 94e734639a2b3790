"""The stomach: food, overeating and starvation."""

from __future__ import annotations

from typing import Final

from bidden.events.body import Feed, HowMuchMore
from bidden.events.combat import Attack, Shoot, TakeDamage, Throw
from eventcore import APPLY, MODIFY, REACT, Component, World, component, handles

_BLOW: Final = 2


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
            raise ValueError(
                f"food is {self.food}, and must lie from 0 to most, which is {self.most}"
            )

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
