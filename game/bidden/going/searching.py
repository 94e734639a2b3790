"""Searching: locked doors are tried with each key, and walls with nothing known behind felt."""

from __future__ import annotations

from typing import Final

from bidden.bots.memory import keys_of
from bidden.going.notes import Notes
from bidden.going.ways import Ways
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Move, Search
from bidden.view import View

_SEARCHES: Final = 3
"""So often a spot is searched."""


def try_a_lock(view: View, notes: Notes, ways: Ways) -> Move | None:
    """Go to a locked door that was not tried with so many keys, and try it."""
    keys, tried = keys_of(view), notes.ground.locks
    locks = [spot for spot in ways.paths.marked("X") if tried.get(spot, 0) < keys]
    step = ways.step(lambda paths: paths.tiles(locks)) if locks else None
    if step is not None:
        spot = view.here[0] + step.dx, view.here[1] + step.dy
        if spot in locks:
            tried[spot] = keys
    return step


def search(notes: Notes, ways: Ways) -> Intent | None:
    """Search here, or go to where it is worth it; None once it was done everywhere."""
    ground, paths = notes.ground, ways.paths
    if paths.beside_nothing & ~ground.searched & paths.here:
        ground.searches += 1
        if ground.searches >= _SEARCHES:
            ground.searches = 0
            ground.searched |= spread(spread(paths.here, paths.stride), paths.stride)
        return Search()
    step = ways.step(lambda paths: paths.beside_nothing & ~ground.searched)
    if step is None:
        ground.searched = 0
    return step
