"""Searching: locked doors to open, and walls that may hide something."""

from __future__ import annotations

from typing import Final

from bidden.bots.paths import Paths
from bidden.going.known.notes import Notes
from bidden.going.ways import Ways
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Search
from bidden.view import View

_TIMES: Final = 3
"""The number of times that a spot is searched."""


def locks_to_open(view: View, paths: Paths) -> int:
    """Return the known locked doors that keys in the pack open, as a set of tiles."""
    return paths.tiles(spot for held in view.pack for spot in held.opens)


def what_searching_takes(notes: Notes, ways: Ways) -> tuple[int, int]:
    """Return the number of spots to search, and the number of turns it takes.

    The turns include the way from each spot to the nearest other one.
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
        at &= -at  # the first of equally near tiles
        spots, turns, left = spots + 1, turns + _TIMES, left & ~_searched_from(at, ways)
    return spots, turns


def _searched_from(tiles: int, ways: Ways) -> int:
    """Return the tiles around which nothing is left to find after these were searched."""
    return spread(spread(tiles, ways.paths.stride), ways.paths.stride)


def search(notes: Notes, ways: Ways) -> Intent | None:
    """Search here, or go to a spot worth searching, or return None."""
    ground, paths = notes.ground, ways.paths
    if unsearched(notes, paths) & paths.here:
        ground.searches += 1
        if ground.searches >= _TIMES:
            ground.searches = 0
            ground.searched |= _searched_from(paths.here, ways)
        return Search()
    return ways.step(lambda paths: unsearched(notes, paths))


def unsearched(notes: Notes, paths: Paths) -> int:
    """Return the tiles beside which something may be hidden, as a set of ``paths``."""
    return paths.beside_nothing & ~notes.ground.searched
