"""Following: followers and hunters near a stair come along, and followers swap places.

A follower told to stay does not come. A message says which followers stay behind, and why.
"""

from __future__ import annotations

from typing import Final

from bidden.ai.mind import Mind
from bidden.ai.tracker import Tracker
from bidden.ai.wits import Wits
from bidden.components.movement.collision import Rooted
from bidden.components.movement.position import Position
from bidden.events.effects import what_is
from bidden.events.minds import are_foes, ruler_of, serves
from bidden.events.movement import Displace, Move, Swap
from bidden.events.places import Climb, Follow, StayBehind
from bidden.events.queries import WhatIsAt
from bidden.grid.tiles import free_beside
from bidden.rules.magic.effects import Effects
from bidden.state import OneWay
from eventcore import APPLY, REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import Timers

_NEAR: Final = 3
"""The distance to the stair, in steps, within which creatures follow: a follower at heel is two
steps behind before the last."""
_HOLDS: Final = ("caught", "paralysed")
"""The stats that keep a creature from following."""


@component
class Following(Component):
    """Lets followers and hunters come along over a stair."""

    # Before time stops on the level left behind, at REACT.
    @handles(Climb, REACT - 5, via="world")
    def be_followed(self, climb: Climb, world: World) -> None:
        """Bring along the creatures nearby, as far as there is room beside the climber."""
        who = climb.enactor
        if climb.to_level == climb.from_level or not who.alive:
            return
        for creature in [*world.having(Mind, Position)]:
            if (
                creature is who
                or not _is_near(creature, climb)
                or Rooted in creature
                or _is_to_stay(creature)
            ):
                continue
            if not (serves(world, creature, who) or _hunts(creature, who, world)):
                continue
            spot = next(free_beside(who[Position], world), None)
            if spot is not None and not _is_held(creature, world):
                world.publish(Follow(who, creature, *spot, climb.to_level))

    # Once the others have followed.
    @handles(Climb, REACT - 4, via="world")
    def leave_others_behind(self, climb: Climb, world: World) -> None:
        who = climb.enactor
        if climb.to_level == climb.from_level or not who.alive:
            return
        for creature in [*world.having(Mind, Position)]:
            left = creature is not who and creature[Position].level == climb.from_level
            if left and serves(world, creature, who):
                held = _is_held(creature, world)
                why = "held" if held else "bidden" if _is_to_stay(creature) else "far"
                by = _what_holds(creature, world) if held else ""
                world.publish(StayBehind(who, creature, why=why, held_by=by))

    @handles(Follow, RESOLVE, via="world")
    def come_along(self, follow: Follow, world: World) -> None:
        """Move to a tile beside the other end of the stair."""
        world.publish(Displace(follow.enactor, follow.target, follow.x, follow.y, follow.level))


def _is_near(creature: Entity, climb: Climb) -> bool:
    distance = creature[Position].distance(climb.stair[Position])
    return distance is not None and distance <= _NEAR


def _is_to_stay(creature: Entity) -> bool:
    return Wits in creature and creature[Wits].word == "stay"


def _hunts(creature: Entity, who: Entity, world: World) -> bool:
    """Return whether a creature follows somebody's trail of its own will and does not flee."""
    tracker, wits = creature.get(Tracker), creature.get(Wits)
    if tracker is None or not tracker.is_after(who) or (wits is not None and not wits.is_up):
        return False
    return ruler_of(world, creature) is None and are_foes(world, creature, who)


def _is_held(creature: Entity, world: World) -> bool:
    timers = world.root[Timers].of(creature)
    return bool(timers) and any(what_is(world, creature, stat) > 0 for stat in _HOLDS)


def _what_holds(creature: Entity, world: World) -> str:
    kinds = world.root[Effects].kinds
    held = (
        timer.kind
        for timer in world.root[Timers].of(creature)
        if any(kinds[timer.kind].changes.get(stat, 0) > 0 for stat in _HOLDS)
    )
    return next(held, "")


@component
class Swapping(Component):
    """Lets two creatures swap places."""

    # After the refusal for paralysed creatures, at VALIDATE.
    @handles(Swap, VALIDATE + 20, via="world")
    def stop_who_cannot_go(self, swap: Swap, world: World) -> None:
        """Fail if one of the two cannot leave its tile or enter the other."""
        here, there = swap.enactor[Position], swap.target[Position]
        both = swap.enactor, swap.target
        if here.distance(there) != 1 or any(Rooted in who or _is_held(who, world) for who in both):
            swap.fail("occupied")
        elif _is_one_way(here, world) or _is_one_way(there, world):
            swap.fail("one way")

    @handles(Swap, APPLY, via="world")
    def change_places(self, swap: Swap, world: World) -> None:
        """Move the follower to the master's tile, and the master onwards, with all consequences."""
        who, here = swap.enactor, swap.enactor[Position]
        away = Displace(who, swap.target, *here.spot)
        if world.publish(away).done:
            world.publish(Move(who, swap.dx, swap.dy))


def _is_one_way(place: Position, world: World) -> bool:
    question = WhatIsAt(world.root, *place.spot)
    return any(OneWay in thing for thing in world.ask(question).found)
