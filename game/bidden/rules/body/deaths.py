"""The consequences of a death: a corpse, and a closed wound for the victor."""

from __future__ import annotations

from bidden.components.body.health import Health, LeavesCorpse
from bidden.components.movement.position import Position
from bidden.components.things.consumable import Edible, Perishable
from bidden.events.body import Mend, WhatWounds
from bidden.events.combat import Die
from bidden.events.places import Spawn
from bidden.kinds import CORPSE
from bidden.state import Hunter, Item, Look, Title, is_somebody, name_of
from eventcore import REACT, Component, World, component, handles


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
