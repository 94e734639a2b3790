"""Corpses: a creature that dies leaves one."""

from __future__ import annotations

from bidden.components.body.health import Health
from bidden.components.body.leaves_corpse import LeavesCorpse
from bidden.components.movement.position import Position
from bidden.components.things.edible import Edible
from bidden.components.things.perishable import Perishable
from bidden.events.combat import Die
from bidden.events.places import Spawn
from bidden.kinds import CORPSE
from bidden.state import Item, Look, Title, name_of
from eventcore import REACT, Component, World, component, handles


@component
class Corpses(Component):
    """Leaves a corpse on the tile where a creature died."""

    # Before what they held lies there. Always, for a death that nobody dies is to fail.
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
        world.publish(Spawn(dead, None, name, here.x, here.y, here.level, parts=parts))
