"""Stepping: turning a direction into a tile, and going there."""

from __future__ import annotations

from bidden.events.movement import Move
from bidden.state import Place
from eventcore import AIM, APPLY, Component, World, component, handles

__all__ = ["Step"]


@component
class Step(Component):
    """Lets its entity walk (Bidden's XY)."""

    @handles(Move, AIM)
    def aim_at_a_tile(self, move: Move, world: World) -> None:
        """Say which tile the step leads to."""
        place = move.enactor[Place]
        move.x, move.y = place.x + move.dx, place.y + move.dy

    @handles(Move, AIM + 5)
    def insist_on_one_step(self, move: Move, world: World) -> None:
        """Refuse to stand still or to leap."""
        if max(abs(move.dx), abs(move.dy)) != 1:
            move.fail("still" if move.dx == move.dy == 0 else "far")

    @handles(Move, APPLY)
    def step(self, move: Move, world: World) -> None:
        """Go to the tile."""
        place = move.enactor[Place]
        move.from_x, move.from_y = place.x, place.y
        place.x, place.y = move.x, move.y
