"""Searching: where something may be hidden, once nothing else is left to be done.

Beyond a wall with a stretch of nothing behind it there may be a room.
"""

from __future__ import annotations

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Intent, Search, Wait
from bidden.view import View


def search(view: View, memory: Memory, paths: Paths) -> Intent:
    """Search here, or go to where it is worth it; at the last go back up, or begin anew."""
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
