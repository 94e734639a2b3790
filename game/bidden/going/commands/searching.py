"""Searching: locked doors are tried with each key, and walls with nothing known behind felt."""

from __future__ import annotations

from typing import Final

from bidden.bots.memory import keys_of
from bidden.going.known.notes import Notes
from bidden.going.ways import Ways
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Move, Search
from bidden.view import View

_MUCH: Final = 10
"""A tenth of what is left of a term is much."""


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


def places_to_search(notes: Notes, ways: Ways) -> int:
    """Say in how many places more, to which a way leads, there may be something hidden."""
    paths, count = ways.paths, 0
    left = paths.beside_nothing & paths.reached & ~notes.ground.searched
    while left:
        left &= ~_searched_from(left & -left, ways)
        count += 1
    return count


def of_the_term(view: View) -> str:
    """Tell how much of a term is left while one searches; empty where none runs."""
    bond = view.bond
    if bond is None or not bond.runs or bond.left <= 0:
        return ""
    many = "turn of your term is" if bond.left == 1 else "turns of your term are"
    return f"{bond.left} {many} left"


def what_it_costs(view: View, notes: Notes, ways: Ways, times: int) -> str:
    """Tell what searching all places takes of the term, once for each tenth that it would take.

    Args:
        view: What is seen.
        notes: What is known; that it was told is noted.
        ways: The ways there are.
        times: How often a place is searched.
    """
    bond, ground = view.bond, notes.ground
    if bond is None or not bond.runs or bond.left <= 0:
        return ""
    turns = times * places_to_search(notes, ways)
    if turns * _MUCH < bond.left:
        return ""
    if ground.term_told and bond.left * _MUCH > ground.term_told * (_MUCH - 1):
        return ""
    ground.term_told = bond.left
    return f"Searching takes {turns} turns and the ways, of {bond.left} left: once more searches."


def _searched_from(tiles: int, ways: Ways) -> int:
    """Give the tiles around which nothing is left to be found, once some were searched."""
    return spread(spread(tiles, ways.paths.stride), ways.paths.stride)


def search(notes: Notes, ways: Ways, times: int) -> Intent | None:
    """Search here so often, or go to where it is worth it; None once it was done everywhere."""
    ground, paths = notes.ground, ways.paths
    if paths.beside_nothing & ~ground.searched & paths.here:
        ground.searches += 1
        if ground.searches >= times:
            ground.searches = 0
            ground.searched |= _searched_from(paths.here, ways)
        return Search()
    step = ways.step(lambda paths: paths.beside_nothing & ~ground.searched)
    if step is None:
        ground.searched = 0
    return step
