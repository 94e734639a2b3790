"""The rule of stairs: a stair takes you to the other stair, and levels stay as they were left.

With the one who is played time leaves a level too: it passes on one level at a time. A
level is dug when somebody first comes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from bidden.components.movement.collision import Collision
from bidden.components.movement.position import Position
from bidden.events.movement import Arrive, Leave
from bidden.events.places import Climb
from bidden.events.queries import WhatIsAt
from bidden.grid.tiles import free_beside
from bidden.state import Hero, Levels, Side, Stair
from eventcore import APPLY, REACT, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import Freeze, Thaw

__all__ = ["Stairs"]


@component
class Stairs(Component):
    """Takes who climbs to the other end of a stair."""

    _dig: Callable[[World, int], None] | None = attrs.field(default=None, init=False, repr=False)

    def dug_by(self, dig: Callable[[World, int], None]) -> None:
        """Say what digs a level that is entered for the first time, given its depth."""
        self._dig = dig

    @handles(Climb, VALIDATE, via="world")
    def stop_where_there_is_no_room(self, climb: Climb, world: World) -> None:
        """Refuse to climb where the one at the other end has nowhere to go, and to the dead."""
        if not climb.enactor.alive:
            climb.fail("gone")
            return
        end = _other_end(climb.stair, world)
        if end is None:
            return  # as on every level that is yet to be dug, where nobody is in the way
        if (
            any(True for _ in _solid_at(end[Position], world))
            and _beside(end[Position], world) is None
        ):
            climb.fail("blocked")

    @handles(Climb, APPLY, via="world")
    def go_to_the_other_end(self, climb: Climb, world: World) -> None:
        """Come out there, whoever is in the way pushed aside; dig the level if it is new."""
        who, depth = climb.enactor, climb.stair[Stair].to
        climb.from_level, climb.to_level = who[Position].level, depth
        if depth > len(world.root[Levels].dug) and self._dig is not None:
            self._dig(world, depth)
        end = _other_end(climb.stair, world)
        if end is None:
            raise LookupError(f"no stair leads back from level {depth}")
        there, spot = end[Position], _beside(end[Position], world)
        for other in [*_solid_at(there, world)]:
            if spot is not None:
                _put(other, *spot, depth, world)
        _put(who, there.x, there.y, depth, world)

    @handles(Climb, REACT, via="world")
    def let_time_pass_where_the_hero_is(self, climb: Climb, world: World) -> None:
        """Freeze who is left behind, and thaw who was left behind where the hero comes to."""
        hero = world.root.get(Hero)
        if hero is None or hero.who is not climb.enactor:
            return
        for creature in [*world.having(Side, Position)]:
            here, frozen = creature[Position].level == climb.to_level, world.agenda.frozen(creature)
            if here and frozen:
                world.publish(Thaw(climb.enactor, creature))
            elif not here and not frozen:
                world.publish(Freeze(climb.enactor, creature))


def _put(who: Entity, x: int, y: int, level: int, world: World) -> None:
    world.publish(Leave(who))
    place = who[Position]
    place.x, place.y, place.level = x, y, level
    world.publish(Arrive(who))


def _other_end(stair: Entity, world: World) -> Entity | None:
    """Find the stair that leads back to where this one is; None where none is dug yet."""
    here, to = stair[Position].level, stair[Stair].to
    for other in world.having(Stair, Position):
        if other[Position].level == to and other[Stair].to == here:
            return other
    return None


def _solid_at(place: Position, world: World) -> Iterator[Entity]:
    """Yield what is solid in a place."""
    question = WhatIsAt(world.root, place.x, place.y, place.level)
    return (thing for thing in world.ask(question).found if Collision in thing)


def _beside(place: Position, world: World) -> tuple[int, int] | None:
    """Find a free tile next to a place."""
    return next(free_beside(place, world), None)
