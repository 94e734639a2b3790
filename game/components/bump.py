"""Bumping: a step into something is another event."""

from __future__ import annotations

from eventcore import AIM, Component, World, component, handles
from game.events.asking import WhatIsAt
from game.events.combat import Attack
from game.events.movement import Move, Open
from game.state import Door, Place, Side

__all__ = ["Bump"]


@component
class Bump(Component):
    """Turns a step into a foe into a blow, and one into a shut door into opening it.

    Attributes:
        opens_doors: Whether its entity knows what a door is for.
    """

    opens_doors: bool = True

    @handles(Move, AIM + 10)
    def strike_foes(self, move: Move, world: World) -> None:
        """Attack a creature of another side instead of stepping onto it."""
        mine, level = move.enactor[Side].name, move.enactor[Place].level
        for other in world.ask(WhatIsAt(world.root, move.x, move.y, level)).found:
            side = other.get(Side)
            if side is not None and side.name != mine:
                move.replace(Attack(move.enactor, other))
                return

    @handles(Move, AIM + 20)
    def open_doors(self, move: Move, world: World) -> None:
        """Open a shut door instead of walking into it."""
        level = move.enactor[Place].level
        if self.opens_doors:
            for other in world.ask(WhatIsAt(world.root, move.x, move.y, level)).found:
                door = other.get(Door)
                if door is not None and not door.open:
                    move.replace(Open(move.enactor, other))
                    return
