"""The rule of following: who serves goes along over a stair, where it is near enough."""

from __future__ import annotations

from typing import Final

from bidden.ai.mind import Mind
from bidden.components.movement.position import Position
from bidden.components.movement.rooted import Rooted
from bidden.events.effects import what_is
from bidden.events.minds import serves
from bidden.events.movement import Displace
from bidden.events.places import Climb, Follow
from bidden.grid.tiles import free_beside
from eventcore import REACT, RESOLVE, Component, Entity, World, component, handles

_NEAR: Final = 3
"""How near the stair is near enough, in steps: who keeps at heel is two behind before the last."""


@component
class Following(Component):
    """Lets those who serve follow."""

    # Before time stops for who is left behind, at REACT.
    @handles(Climb, REACT - 5, via="world")
    def be_followed(self, climb: Climb, world: World) -> None:
        """Take those along who serve and are near, as far as there is room beside one's tile."""
        who = climb.enactor
        if climb.to_level == climb.from_level or not who.alive:
            return
        for one in [*world.having(Mind, Position)]:
            if one is not who and self._is_near(one, climb) and self._can(one, who, world):
                spot = next(free_beside(who[Position], world), None)
                if spot is None:
                    return
                world.publish(Follow(who, one, *spot, climb.to_level))

    @handles(Follow, RESOLVE, via="world")
    def come_along(self, follow: Follow, world: World) -> None:
        """Be on the tile beside the other end of the stair."""
        world.publish(Displace(follow.enactor, follow.target, follow.x, follow.y, follow.level))

    def _is_near(self, one: Entity, climb: Climb) -> bool:
        distance = one[Position].distance(climb.stair[Position])
        return distance is not None and distance <= _NEAR

    def _can(self, one: Entity, who: Entity, world: World) -> bool:
        held = what_is(world, one, "caught") > 0 or what_is(world, one, "paralysed") > 0
        return not held and Rooted not in one and serves(world, one, who)
