"""Severed body parts: they become a shorter creature of their own."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from bidden.components.body.body import Body
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.events.bodies import Join, LiveOn, Pose
from bidden.events.places import Spawn
from bidden.grid.tiles import is_free
from eventcore import RESOLVE, VALIDATE, Component, World, component, handles
from eventcore.time import TURN


@component
class LivingOn(Component):
    """Gives severed parts a head of their own."""

    _make: Callable[[str], list[Component]] | None = attrs.field(
        default=None, init=False, repr=False
    )

    def made_by(self, make: Callable[[str], list[Component]]) -> None:
        """Set the function that creates the components of a creature from the name of its table."""
        self._make = make

    @handles(LiveOn, VALIDATE, via="world")
    def find_room_for_the_head(self, living: LiveOn, world: World) -> None:
        """Move the head to the cut, or else to the first part. Fail if the parts are gone."""
        if not all(part.alive for part in living.parts):
            living.fail("gone")
        elif not is_free(living.x, living.y, living.level, world):
            there = living.target[Position]
            living.x, living.y = there.x, there.y

    @handles(LiveOn, RESOLVE, via="world")
    def grow_a_head(self, living: LiveOn, world: World) -> None:
        """Spawn the new head with a share of the hit points, and attach the parts to it."""
        parts = [] if self._make is None else self._make(living.what)
        for part in parts:
            if isinstance(part, Body):
                whole, part.joints, part.grown = 1 + len(part.joints), [*living.joints], True
            elif isinstance(part, Health):
                health = part
        living.hp = max(1, health.most * (1 + len(living.parts)) // whole)
        health.hp = health.most = living.hp
        spot = living.x, living.y, living.level
        made = world.publish(
            Spawn(living.enactor, None, living.what, *spot, TURN, parts=parts)
        ).made
        if made is None:
            return
        living.come = made
        for joint, limb in zip(living.joints, living.parts, strict=True):
            world.publish(Join(made, limb, joint.name))
        world.publish(Pose(made))
