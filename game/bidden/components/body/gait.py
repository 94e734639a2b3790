"""Gaits: the joint angles of a walking body, by keyframes and by the enemy it looks at.

A part without room is drawn in to the part that holds it, with everything beyond it.
"""

from __future__ import annotations

from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.bodies import DoesItStand, Pose, Sever, Topple
from bidden.events.effects import WhatIs, what_is
from bidden.events.movement import Move
from bidden.events.queries import WhichFoe
from bidden.events.turns import TakeTurn
from bidden.grid.room import has_room
from bidden.grid.skeleton import Keyframe, between, looking, placed, tile_of
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles

_LOST_LEG: Final = "a lost leg"


@component
class Gait(Component):
    """Moves the joints of a body on legs.

    Attributes:
        strides: The joint angles while it walks; after the last keyframe it starts again.
        looks: The joints that turn to the nearest visible enemy, within their limits.
        legs: The joints that are its legs.
        supple: The maximum turn of a joint in a turn, in degrees.
        slowed: The speed lost with each leg.
        bared: The defence lost with the last leg.
        angles: The angles of its joints, in degrees; the others are at rest.
        walked: The number of steps taken.
        posed: The number of steps taken when it last moved its joints.
        lost: The number of lost legs.
    """

    strides: list[Keyframe] = attrs.Factory(list)
    looks: list[str] = attrs.Factory(list)
    legs: list[str] = attrs.Factory(list)
    supple: Annotated[int, Meta(ge=1)] = 45
    slowed: Annotated[int, Meta(ge=0)] = 0
    bared: Annotated[int, Meta(ge=0)] = 0
    angles: dict[str, int] = attrs.Factory(dict)
    walked: int = 0
    posed: int = 0
    lost: int = 0

    @property
    def felled(self) -> bool:
        """Whether it has lost all its legs."""
        return bool(self.legs) and self.lost >= len(self.legs)

    @handles(Move, VALIDATE + 7)
    def lie_where_it_fell(self, move: Move, world: World) -> None:
        """Fail: it cannot walk without legs."""
        if self.felled:
            move.fail("felled")

    @handles(Move, APPLY)
    def count_the_step(self, move: Move, world: World) -> None:
        self.walked += 1

    # After the mind has acted, and before the turn ends.
    @handles(TakeTurn, REACT - 2)
    def move_the_joints(self, turn: TakeTurn, world: World) -> None:
        if turn.enactor.alive:
            world.publish(Pose(turn.enactor))

    @handles(Pose, MODIFY)
    def hold_the_joints(self, pose: Pose, world: World) -> None:
        """Store the angles of the joints, and so the places of the parts."""
        core, joints = pose.enactor, pose.joints
        level = core[Position].level
        hangs_on = {joint.name: joint.on for joint in joints}
        now = {joint.name: self.angles.get(joint.name, joint.rest) for joint in joints}
        wanted = {joint.name: joint.rest for joint in joints}
        if self.walked != self.posed:
            wanted |= between(self.strides, self.walked)
        foe = world.ask(WhichFoe(core, max(0, what_is(world, core, "sight")))).found
        if foe is not None:
            there = foe[Position]
            wanted = looking(joints, wanted, self.looks, (there.x - pose.x, there.y - pose.y))
        pose.angles = {
            joint.name: joint.blended(now[joint.name], wanted[joint.name], self.supple)
            for joint in joints
        }
        spots, drawn_in = {"": (pose.x, pose.y)}, list[str]()
        for name, (spot, _) in placed(joints, pose.angles).items():
            dx, dy = tile_of(spot)
            tile, on = (pose.x + dx, pose.y + dy), hangs_on[name]
            if on in drawn_in or not has_room(*tile, level, world, core):
                tile = spots[on]
                drawn_in.append(name)
            spots[name] = tile
        pose.tiles = {name: spots[name] for name in pose.tiles}

    @handles(Pose, APPLY)
    def keep_the_angles(self, pose: Pose, world: World) -> None:
        self.angles, self.posed = pose.angles, self.walked

    @handles(Sever, APPLY, role="body")
    def lose_a_leg(self, cut: Sever, world: World) -> None:
        if cut.joint in self.legs:
            self.lost += 1

    @handles(Sever, REACT, role="body")
    def fall_over(self, cut: Sever, world: World) -> None:
        if cut.joint in self.legs and self.felled and cut.body is not None and cut.body.alive:
            world.publish(Topple(cut.body))

    @handles(DoesItStand, MODIFY)
    def tell_whether_it_stands(self, question: DoesItStand, world: World) -> None:
        """Answer True while it has a leg."""
        question.stands = bool(self.legs) and not self.felled

    @handles(WhatIs, MODIFY + 40)
    def tell_what_the_legs_cost(self, question: WhatIs, world: World) -> None:
        """Reduce its speed for lost legs, and its defence once it lies on the ground."""
        if question.stat == "speed":
            question.add(-self.slowed * self.lost, _LOST_LEG)
        elif question.stat == "defence" and self.felled:
            question.add(-self.bared, _LOST_LEG)
