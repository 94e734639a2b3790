"""Roaming: going round a level for a quarry that goes round it as well."""

from __future__ import annotations

from typing import Final

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Move
from bidden.view import View

_ROUNDS: Final = 3
"""After this many rounds, it searches for hidden things, and then starts again."""


def roam(view: View, memory: Memory, paths: Paths) -> Move | None:
    """Go to the nearest tile not looked at in this round, or return None without a hunt."""
    bond, ground = view.bond, memory.ground
    if bond is None or bond.kind != "hunt" or bond.fulfilled or view.level != bond.last:
        return None
    lit = paths.tiles(
        (x, y) for y, row in enumerate(view.tiles) for x, tile in enumerate(row) if tile.lit
    )
    ground.looked_at |= lit
    if not paths.quiet & ~ground.looked_at:
        ground.looked_at, ground.rounds = lit, ground.rounds + 1
    return paths.towards(paths.quiet & ~ground.looked_at) if ground.rounds < _ROUNDS else None
