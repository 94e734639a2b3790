"""Stairs: each leads to another stair, and levels stay as they were left.

A level is made when somebody first enters it. Time passes only on the level of the player.
"""

from __future__ import annotations

from collections.abc import Iterator

from bidden.components.movement.collision import Collision
from bidden.components.movement.position import Position
from bidden.events.movement import Displace
from bidden.events.places import Climb, Fall, MakeLevel
from bidden.events.queries import WhatIsAt
from bidden.grid.tiles import free_beside
from bidden.state import Levels, Side, Stair, hero_of
from eventcore import REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import Freeze, Thaw


@component
class Stairs(Component):
    """Takes a climber to the other end of a stair."""

    @handles(Climb, VALIDATE, via="world")
    def stop_where_there_is_no_room(self, climb: Climb, world: World) -> None:
        if not climb.enactor.alive:
            climb.fail("gone")
            return
        end = _other_end(climb.stair, world)
        if end is None:
            return  # a level that is not made yet has nobody in the way
        if (
            any(True for _ in _solid_at(end[Position], world))
            and _beside(end[Position], world) is None
        ):
            climb.fail("blocked")

    @handles(Climb, RESOLVE, via="world")
    def go_to_the_other_end(self, climb: Climb, world: World) -> None:
        """Move the climber, and displace whatever is in the way. Make the level if it is new."""
        who, depth = climb.enactor, climb.stair[Stair].to
        climb.from_level = who[Position].level
        if depth > len(world.root[Levels].dug):
            world.publish(MakeLevel(who, depth))
        end = _other_end(climb.stair, world)
        if end is not None and self._make_way(who, end[Position], world):
            there = end[Position]
            world.publish(Displace(who, who, there.x, there.y, depth))
        climb.to_level = who[Position].level

    def _make_way(self, who: Entity, there: Position, world: World) -> bool:
        """Displace creatures in the way. Return whether the place is free then."""
        for other in [*_solid_at(there, world)]:
            spot = _beside(there, world)
            if spot is None or not world.publish(Displace(who, other, *spot, there.level)).done:
                return False
        return True


def _other_end(stair: Entity, world: World) -> Entity | None:
    """Return the stair that leads back to this one, or None if it does not exist yet."""
    here, to = stair[Position].level, stair[Stair].to
    there = [end for end in world.having(Stair, Position) if end[Position].level == to]
    # If no stair leads back, as behind a gate, the climber comes out by any stair there.
    return next((end for end in there if end[Stair].to == here), there[0] if there else None)


def _solid_at(place: Position, world: World) -> Iterator[Entity]:
    question = WhatIsAt(world.root, *place.spot)
    return (thing for thing in world.ask(question).found if Collision in thing)


def _beside(place: Position, world: World) -> tuple[int, int] | None:
    return next(free_beside(place, world), None)


@component
class Passing(Component):
    """Freezes creatures on other levels, and thaws those on the player's."""

    @handles(Climb, REACT, via="world")
    @handles(Fall, REACT, via="world")
    def let_time_pass(self, way: Climb | Fall, world: World) -> None:
        """Let time pass on the player's new level, and stop it elsewhere.

        If anything else fell, freeze the creatures on its level, which may be new.
        """
        who, hero = way.enactor, hero_of(world)
        if way.to_level == way.from_level or hero is None or not hero.alive:
            return
        level, below = hero[Position].level, who[Position].level
        for creature in [*world.having(Side, Position)]:
            if who is not hero and creature[Position].level != below:
                continue
            here, frozen = creature[Position].level == level, world.agenda.frozen(creature)
            if here and frozen:
                world.publish(Thaw(who, creature))
            elif not here and not frozen:
                world.publish(Freeze(who, creature))
