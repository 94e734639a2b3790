"""Ways to spend time if a bot has no other task: rest, walk round the level, or search it."""

from __future__ import annotations

from typing import Final

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Intent, Move, Search, Wait
from bidden.view import View

_HURT: Final = 50
"""It rests below this percentage of its hit points."""
_SPARE: Final = 60
"""It rests while more than this percentage of the term is left."""
_ROUNDS: Final = 3
"""After this many rounds, it searches for hidden things, and then starts again."""


def rest(view: View) -> Wait | None:
    """Wait a turn if that heals at no cost, or return None."""
    bond = view.bond
    if bond is None or bond.fulfilled or view.foes or view.hunger in ("hungry", "weak"):
        return None
    if view.here in view.harm_at or view.hp * 100 >= view.max_hp * _HURT:
        return None
    return Wait() if bond.left * 100 > bond.term * _SPARE else None


def roam(view: View, memory: Memory, paths: Paths) -> Move | None:
    """Go to the nearest tile not looked at in this round, or return None without a hunt.

    The quarry walks round the level too.
    """
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


def search(view: View, memory: Memory, paths: Paths) -> Intent:
    """Search here, or go to a spot worth searching; if none is left, go back up or start again."""
    ground = memory.ground
    spots = paths.beside_nothing & ~ground.searched
    if spots & paths.here:
        return Search()
    on = paths.towards(spots)
    if on is not None:
        return on
    up = paths.towards(paths.stairs_up) if view.level < view.levels else None
    ground.forget()
    return up or Wait()
