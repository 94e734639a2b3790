"""Following: followers and hunters near a stair come along.

A follower told to stay does not. A message says which followers stay behind, and why.
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
from bidden.events.movement import Displace
from bidden.events.places import Climb, Follow, StayBehind
from bidden.grid.tiles import free_beside
from bidden.rules.magic.effects import Effects
from eventcore import REACT, RESOLVE, Component, Entity, World, component, handles
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
        """Publish which followers stay behind."""
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
    return bool(world.root[Timers].of(creature)) and any(
        what_is(world, creature, s) > 0 for s in _HOLDS
    )


def _what_holds(creature: Entity, world: World) -> str:
    kinds = world.root[Effects].kinds
    held = (
        timer.kind
        for timer in world.root[Timers].of(creature)
        if any(kinds[timer.kind].changes.get(stat, 0) > 0 for stat in _HOLDS)
    )
    return next(held, "")
