"""Bodies of several tiles: a core that acts, and the parts attached to it by joints.

Each part is a creature that takes blows, but the movement of the body moves it. The core has the
mind. When the core dies, all parts die.
"""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.bodies import Join, LiveOn, Pose, Sever
from bidden.events.combat import Attack, Die
from bidden.events.effects import WhatIs
from bidden.events.movement import Arrive, Displace, Move, Wait
from bidden.events.places import Climb, Fall, Spawn
from bidden.grid.room import is_shut_in
from bidden.grid.skeleton import Joint, check_joints, hanging_on
from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    World,
    component,
    handles,
)


@component
class Body(Component):
    """Makes its entity the core of a body of several parts.

    Its parts come to be with it, all of them on its own tile.

    Attributes:
        joints: The joints, each after the joint it is attached to.
        limbs: The parts there are, by their joints; their order says nothing.
        might: The attack that each part adds.
        shielded: Whether an attack on its core hits the first part on its tile instead.
        grown: Whether the parts exist yet.
        lives_on: The table of the creature that a severed piece becomes; empty for none.
        least: The minimum number of parts of such a piece.

    Raises:
        ValueError: Two joints have the same name, or a joint is not attached to an earlier one.
    """

    joints: Annotated[list[Joint], Meta(min_length=1)]
    limbs: dict[str, Entity] = attrs.Factory(dict)
    might: Annotated[int, Meta(ge=0)] = 0
    shielded: bool = False
    grown: bool = False
    lives_on: str = ""
    least: Annotated[int, Meta(ge=1)] = 2

    def __attrs_post_init__(self) -> None:
        check_joints(self.joints)

    # Before other rules react to the place of the core.
    @handles(Arrive, REACT - 10)
    def grow_or_gather(self, arrival: Arrive, world: World) -> None:
        """Spawn the parts, or let them follow the core to its new place."""
        core, here = arrival.enactor, arrival.enactor[Position]
        if self.grown:
            world.publish(Pose(core))
            return
        self.grown = True
        for joint in self.joints:
            limb = world.publish(Spawn(core, None, joint.part, *here.spot)).made
            if limb is not None:
                world.publish(Join(core, limb, joint.name))
        world.publish(Pose(core))

    @handles(Join, APPLY, role="enactor")
    def hold(self, join: Join, world: World) -> None:
        self.limbs = {**self.limbs, join.joint: join.target}

    @handles(Pose, AIM)
    def tell_where_all_are(self, pose: Pose, world: World) -> None:
        """Store the places of core and parts, and their joints."""
        here = pose.enactor[Position]
        pose.x, pose.y, pose.joints = here.x, here.y, tuple(self.joints)
        places = {name: self.limbs[name][Position] for name in self._beyond("")}
        pose.tiles = {name: there.tile for name, there in places.items()}

    @handles(Pose, RESOLVE)
    def go_there(self, pose: Pose, world: World) -> None:
        """Move the parts to their new places, and then the core."""
        core, level = pose.enactor, pose.enactor[Position].level
        for name, tile in pose.tiles.items():
            limb = self.limbs.get(name)
            if limb is not None and limb[Position].spot != (*tile, level):
                world.publish(Displace(core, limb, *tile, level))
        if (pose.x, pose.y, level) != core[Position].spot:
            world.publish(Displace(core, core, pose.x, pose.y, level))

    @handles(Attack, AIM, role="target")
    def take_it_with_a_part(self, attack: Attack, world: World) -> None:
        """Replace a blow at the core with one at the part in front of it."""
        here = attack.target[Position].spot
        parts = [self.limbs[name] for name in self._beyond("")] if self.shielded else []
        before = next((part for part in parts if part[Position].spot == here), None)
        if before is not None:
            attack.replace(Attack(attack.enactor, before))

    @handles(Sever, MODIFY, role="body")
    def tell_how_much_comes_off(self, cut: Sever, world: World) -> None:
        """Store the number of parts attached to the severed one."""
        cut.beyond = len(self._beyond(cut.joint)) if cut.joint in self.limbs else 0

    # Before other rules ask which creatures are left.
    @handles(Sever, REACT - 15, role="body")
    def let_go(self, cut: Sever, world: World) -> None:
        """Release the part. Parts attached to it come off too, or live on."""
        if cut.joint not in self.limbs or cut.body is None:
            return
        beyond = self._beyond(cut.joint)
        gone = [cut.joint]
        if self.lives_on and len(beyond) >= self.least:
            gone += beyond
            # Once all that follows from the cut has happened, and its tile is free.
            world.defer(self._living_on(cut, beyond, cut.body))
        self.limbs = {name: limb for name, limb in self.limbs.items() if name not in gone}
        if len(gone) == 1:
            self._drop(beyond, cut.body, world)

    # Before other rules ask which creatures are left. Always, because a death without a component
    # to apply it must fail.
    @handles(Die, REACT - 15, role="target", always=True)
    def fall_apart(self, die: Die, world: World) -> None:
        if die.done:
            self._drop(self._beyond(""), die.target, world)

    @handles(Fall, VALIDATE)
    def span_the_chasm(self, fall: Fall, world: World) -> None:
        """Fail: a body so large does not fall."""
        fall.fail("too large")

    @handles(Climb, VALIDATE, role="enactor")
    def stay_on_the_level(self, climb: Climb, world: World) -> None:
        """Fail: a body so large cannot use stairs."""
        climb.fail("too large")

    @handles(WhatIs, MODIFY + 35)
    def throw_its_parts_in(self, question: WhatIs, world: World) -> None:
        """Add the attack of its parts."""
        if question.stat == "attack":
            question.add(self.might * len(self.limbs), "its length")

    def _beyond(self, joint: str) -> list[str]:
        """Return the parts beyond a joint, or beyond the core, in the order of the joints."""
        return [name for name in hanging_on(self.joints, joint) if name in self.limbs]

    def _living_on(self, cut: Sever, names: list[str], core: Entity) -> LiveOn:
        parts = [self.limbs[name] for name in names]
        joints = [
            attrs.evolve(joint, on="" if joint.on == cut.joint else joint.on)
            for joint in self.joints
            if joint.name in names
        ]
        return LiveOn(core, parts[0], self.lives_on, parts, joints, *cut.target[Position].spot)

    def _drop(self, names: list[str], core: Entity, world: World) -> None:
        gone = {name: self.limbs[name] for name in names}
        self.limbs = {name: limb for name, limb in self.limbs.items() if name not in gone}
        for name, limb in gone.items():
            if limb.alive:
                world.publish(Sever(core, limb, body=core, joint=name))


@component
class Slither(Component):
    """Moves the parts of a body after its head.

    If the head was teleported away, the parts lie coiled beneath it, and come out one by one as it
    moves.
    """

    # Before traps spring under the head, and the like.
    @handles(Move, REACT - 1)
    def draw_after(self, move: Move, world: World) -> None:
        """Move each part to the former place of the one before."""
        world.publish(Pose(move.enactor, move.from_x, move.from_y))

    @handles(Wait, REACT)
    def change_ends(self, wait: Wait, world: World) -> None:
        """Swap head and tail when it waits because it cannot move."""
        if is_shut_in(wait.enactor[Position], world):
            world.publish(Pose(wait.enactor, turns=True))

    @handles(Pose, MODIFY)
    def follow(self, pose: Pose, world: World) -> None:
        """Store the place of each part. A body shut in at both ends stays as it lies."""
        head = pose.x, pose.y
        names, tiles = [*pose.tiles], [*pose.tiles.values()]
        if not tiles:
            return
        if pose.turns:
            tail = Position(*tiles[-1], pose.enactor[Position].level)
            if is_shut_in(tail, world):
                return
            *tiles, (pose.x, pose.y) = [head, *tiles]
            tiles.reverse()
        elif pose.from_x >= 0:
            tiles = [(pose.from_x, pose.from_y), *tiles[:-1]]
        elif max(abs(tiles[0][0] - head[0]), abs(tiles[0][1] - head[1])) > 1:
            tiles = [head] * len(tiles)
        pose.tiles = dict(zip(names, tiles, strict=True))
