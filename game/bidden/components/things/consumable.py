"""Using up items: they are eaten, or leave the world."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.body import Feed
from bidden.events.movement import Leave
from bidden.events.things import Eat, Lessen, UseUp
from bidden.state import Stack, count_of, name_of
from eventcore import AIM, APPLY, REACT, RESOLVE, Component, World, component, handles


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


@component
class Perishable(Component):
    """Lets its item be used up, one of a stack at a time."""

    @handles(UseUp, AIM, role="item")
    def use_up_one_of_several(self, using: UseUp, world: World) -> None:
        if count_of(self.entity) > 1 and not using.whole:
            using.replace(Lessen(using.enactor, self.entity))

    @handles(Lessen, APPLY, role="item")
    def be_one_fewer(self, lessening: Lessen, world: World) -> None:
        self.entity[Stack].count -= 1

    @handles(UseUp, APPLY, role="item")
    def perish(self, using: UseUp, world: World) -> None:
        """Leave the tile, if it lies on one, and the world."""
        if Position in using.item:
            world.publish(Leave(using.item))
        world.despawn(using.item)
