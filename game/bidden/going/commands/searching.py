"""Searching: locked doors are tried with each key, and walls with nothing known behind felt."""

from __future__ import annotations

from bidden.bots.memory import keys_of
from bidden.bots.paths import Paths
from bidden.going.known.notes import Notes
from bidden.going.ways import Ways
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Move, Search
from bidden.kinds import LOCKED_DOOR
from bidden.view import View


def try_a_lock(view: View, notes: Notes, ways: Ways) -> Move | None:
    """Go to a locked door that was not tried with so many keys, and try it."""
    keys, tried = keys_of(view), notes.ground.locks
    locks = [spot for spot in ways.paths.marked([LOCKED_DOOR]) if tried.get(spot, 0) < keys]
    step = ways.step(lambda paths: paths.tiles(locks)) if locks else None
    if step is not None:
        spot = view.here[0] + step.dx, view.here[1] + step.dy
        if spot in locks:
            tried[spot] = keys
    return step


def what_searching_takes(notes: Notes, ways: Ways, times: int) -> tuple[int, int]:
    """Return at how many spots something may be hidden, and how many turns it takes to search them.

    The turns count the way from each spot to the nearest other one.

    Args:
        notes: What is known.
        ways: The ways there are.
        times: How often each spot is searched.
    """
    paths, spots, turns = ways.paths, 0, 0
    left, at = unsearched(notes, paths) & paths.reached, paths.here
    while left:
        found = at
        while not found & left:
            wave = spread(found, paths.stride) & paths.quiet & ~found
            if not wave:
                return spots, turns
            found, turns = found | wave, turns + 1
        at = found & left
        at &= -at  # the first of those that are as near
        spots, turns, left = spots + 1, turns + times, left & ~_searched_from(at, ways)
    return spots, turns


def _searched_from(tiles: int, ways: Ways) -> int:
    """Give the tiles around which nothing is left to be found, once some were searched."""
    return spread(spread(tiles, ways.paths.stride), ways.paths.stride)


def search(notes: Notes, ways: Ways, times: int) -> Intent | None:
    """Search here so often, or go to where it is worth it; None if there is nowhere to go."""
    ground, paths = notes.ground, ways.paths
    if unsearched(notes, paths) & paths.here:
        ground.searches += 1
        if ground.searches >= times:
            ground.searches = 0
            ground.searched |= _searched_from(paths.here, ways)
        return Search()
    return ways.step(lambda paths: unsearched(notes, paths))


def unsearched(notes: Notes, paths: Paths) -> int:
    """Return the tiles beside which something may be hidden, as ``paths`` has sets of them."""
    return paths.beside_nothing & ~notes.ground.searched
