"""Food: what can be eaten, and how much food it gives."""

from __future__ import annotations

from bidden.events.body import Feed
from bidden.events.things import Eat, UseUp
from bidden.state import name_of
from eventcore import REACT, RESOLVE, Component, World, component, handles


@component
class Edible(Component):
    """Lets its item be eaten.

    Attributes:
        food: The food it gives; negative if it costs food.
    """

    food: int

    @handles(Eat, RESOLVE, role="item")
    def feed(self, eating: Eat, world: World) -> None:
        if eating.item is not None:
            who = eating.enactor
            world.publish(Feed(who, who, self.food, source=name_of(eating.item)))

    @handles(Eat, REACT, role="item")
    def be_eaten_up(self, eating: Eat, world: World) -> None:
        if eating.item is not None:
            world.publish(UseUp(eating.enactor, eating.item))
