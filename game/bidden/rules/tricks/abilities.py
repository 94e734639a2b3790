"""Abilities: thieves take items from packs, and bursting creatures affect others nearby."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.things.pack import SLOTS, Pack
from bidden.events.effects import Affect
from bidden.events.minds import side_of
from bidden.events.queries import WhatIsInView
from bidden.events.things import LetGo, PickUp
from bidden.events.tricks import Erupt, Steal
from bidden.state import Fighter
from eventcore import APPLY, REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles


@component
class Stealing(Component):
    """Takes a random item from a pack, but no worn one."""

    @handles(Steal, VALIDATE, via="world")
    def refuse_where_there_is_nothing_to_take(self, theft: Steal, world: World) -> None:
        """Fail if the victim has no loose item, or if the thief has no free slot."""
        pack = theft.enactor.get(Pack)
        if not _loose(theft.target) or pack is None or len(pack.things) >= len(SLOTS):
            theft.fail("nothing")

    @handles(Steal, APPLY, via="world")
    def draw_what_is_taken(self, theft: Steal, world: World) -> None:
        theft.item = world.stream("theft").pick(_loose(theft.target))

    @handles(Steal, REACT, via="world")
    def hand_it_over(self, theft: Steal, world: World) -> None:
        """Drop the item at the feet of the thief, who picks it up."""
        if theft.item is not None:
            feet = theft.enactor[Position]
            letting = LetGo(theft.enactor, theft.target, theft.item, feet.x, feet.y)
            if world.publish(letting).done:
                world.publish(PickUp(theft.enactor, theft.item))


def _loose(who: Entity) -> list[Entity]:
    """Return the items that a creature holds but does not wear, in order of their slots."""
    pack = who.get(Pack)
    held = {} if pack is None else pack.things
    return [thing for _, thing in sorted(held.items()) if thing.owner is None]


@component
class Eruptions(Component):
    """Applies effects to all creatures around one that has burst."""

    @handles(Erupt, VALIDATE, via="world")
    def find_who_is_near(self, burst: Erupt, world: World) -> None:
        """Find the living creatures in line of the eruption, in order of id."""
        question = WhatIsInView(world.root, burst.x, burst.y, burst.radius, burst.level)
        tiles = world.ask(question).tiles
        for creature in world.having(Fighter, Position):
            there = creature[Position]
            near = there.level == burst.level and there.tile in tiles
            if near and (not burst.side or side_of(world, creature) == burst.side):
                burst.targets.append(creature)

    @handles(Erupt, RESOLVE, via="world")
    def reach_them(self, burst: Erupt, world: World) -> None:
        for creature in burst.targets:
            for effect in burst.effects:
                if creature.alive:
                    world.publish(Affect(burst.who, creature, effect))
