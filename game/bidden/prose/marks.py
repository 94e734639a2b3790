"""Marks: what the player marks on the map by words, kept with the game, and told."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.frontend.port import Game
from bidden.going.keeping_off import radius_around
from bidden.going.known.notes import Notes
from bidden.grid.compass import where
from bidden.recording.marking.waymarks import Waymarks, Waypoint
from bidden.view import Spot


def mark(digit: str, game: Game, notes: Notes) -> Iterator[str]:
    """Give the tile one stands on a digit, or take that away."""
    view = game.view()
    point = Waypoint(digit, view.level, view.here, view.turn)
    yield from keep(notes.waymarks.with_point(point), game, notes)
    marked = notes.waymarks.point(digit) == point
    yield f"Here is waypoint {digit}." if marked else f"Waypoint {digit} is no more."


def exclude(spot: Spot, game: Game, notes: Notes) -> Iterator[str]:
    """Exclude the ground around a tile, as far as one stands outside of it.

    Once more excludes that tile alone; once more nothing.
    """
    view = game.view()
    radius = radius_around(spot, view)
    yield from keep(notes.waymarks.excluding(view.level, spot, radius, view.turn), game, notes)
    now, place = notes.waymarks.exclusion_at(view.level, spot), where(spot, view.here)
    if now is None:
        yield f"Nothing is excluded around there any more: {place}."
    else:
        what = f"The ground as far as {now.far}" if now.radius else "That tile alone"
        yield f"{what} is excluded: {place}."


def told(waymarks: Waymarks) -> Iterator[str]:
    """Tell of the points there are."""
    yield from (f"Waypoint {one.digit}: level {one.level}." for one in waymarks.points)


def keep(waymarks: Waymarks, game: Game, notes: Notes) -> Iterator[str]:
    """Keep what is marked; tell why it cannot be, where that is so."""
    notes.waymarks = waymarks
    trouble = game.mark(waymarks)
    if trouble:
        yield f"{trouble}."
