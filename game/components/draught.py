"""Draughts: what can be drunk, and what that does."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from eventcore import REACT, RESOLVE, VALIDATE, Component, World, component, handles
from game.events.effects import Affect, Would
from game.events.things import Quaff, UseUp

__all__ = ["Draught"]


@component
class Draught(Component):
    """Lets its thing be drunk.

    Attributes:
        effects: The names of the effects it has on who drinks it.
    """

    effects: Annotated[list[str], Meta(min_length=1)]

    @handles(Quaff, VALIDATE + 20, role="item")
    def refuse_what_would_do_nothing(self, quaff: Quaff, world: World) -> None:
        """Refuse to waste it: it costs nothing to leave a draught that would do nothing."""
        if not any(world.ask(Would(quaff.enactor, name)).would for name in self.effects):
            quaff.fail("nothing")

    @handles(Quaff, RESOLVE, role="item")
    def work(self, quaff: Quaff, world: World) -> None:
        """Bring its effects upon who drinks it."""
        for name in self.effects:
            if quaff.enactor.alive:
                world.publish(Affect(quaff.enactor, quaff.enactor, name))

    @handles(Quaff, REACT, role="item")
    def be_drunk_up(self, quaff: Quaff, world: World) -> None:
        """Be no more."""
        if quaff.item is not None:
            world.publish(UseUp(quaff.enactor, quaff.item))
