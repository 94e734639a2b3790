"""Roots: the creature never moves."""

from __future__ import annotations

from bidden.events.movement import Move
from eventcore import VALIDATE, Component, World, component, handles


@component
class Rooted(Component):
    """Keeps its entity on its tile; it attacks creatures within reach."""

    # After the rule of webs, at VALIDATE + 5: who is caught loses a turn by trying, rooted or not.
    @handles(Move, VALIDATE + 6)
    def stay(self, move: Move, world: World) -> None:
        move.fail("rooted")
