"""The consequences of a death: a corpse, a closed wound, and severed parts that live on."""

from __future__ import annotations

from bidden.components.body.body import Body
from bidden.components.body.health import Health, LeavesCorpse
from bidden.components.movement.position import Position
from bidden.components.things.consumable import Edible, Perishable
from bidden.events.bodies import Join, LiveOn, Pose
from bidden.events.body import Mend, WhatWounds
from bidden.events.combat import Die
from bidden.events.places import Spawn
from bidden.grid.tiles import is_free
from bidden.kinds import CORPSE
from bidden.rules.places.spawning import Spawning
from bidden.state import Hunter, Item, Look, Title, is_somebody, name_of
from eventcore import REACT, RESOLVE, VALIDATE, Component, World, component, handles
from eventcore.time import TURN


@component
class Corpses(Component):
    """Leaves a corpse on the tile where a creature died."""

    # Before its items fall. Always, because a death without a component to apply it must fail.
    @handles(Die, REACT - 4, via="world", always=True)
    def leave_a_corpse(self, die: Die, world: World) -> None:
        """Spawn a corpse. As food, it is worth the full hit points of the dead creature."""
        dead = die.target
        leaves, health = dead.get(LeavesCorpse), dead.get(Health)
        if leaves is None or not die.done:
            return
        here, name = dead[Position], leaves.corpse or f"{name_of(dead)} corpse"
        food = Edible(0 if health is None else health.most)
        parts = [Title(name), Look("%", "corpse", kind=CORPSE), Item(), food, Perishable()]
        world.publish(Spawn(dead, None, name, *here.spot, parts=parts))


@component
class Triumphs(Component):
    """Closes the latest wound of the killer."""

    # Before the game is won, at REACT - 10. Always, because a death without a component to apply it
    # must fail.
    @handles(Die, REACT - 16, via="world", always=True)
    def close_a_wound(self, die: Die, world: World) -> None:
        if not die.done or not (Hunter in die.target or is_somebody(name_of(die.target))):
            return
        if die.enactor.alive and world.ask(WhatWounds(die.enactor)).kinds:
            world.publish(Mend(die.enactor, die.enactor, 1, source="victory"))


@component
class LivingOn(Component):
    """Gives severed parts a head of their own."""

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
        parts = world.root[Spawning].parts_of(living.what)
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
