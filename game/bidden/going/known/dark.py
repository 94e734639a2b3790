"""Approaching a foe that is seen across unknown ground."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.going.harmless import tiles_between
from bidden.going.ways import Ways
from bidden.grid.fov import line
from bidden.intents import Move
from bidden.kinds import UNKNOWN
from bidden.view import Spot, View


def seen_across_the_dark(view: View, foes: Sequence[Spot]) -> Spot | None:
    """Return the first of these foes that is seen across unknown ground, or None."""
    return next((foe for foe in foes if any(_is_dark(spot, view) for spot in _to(foe, view))), None)


def step_across_the_dark(view: View, ways: Ways, foe: Spot) -> Move | None:
    """Step towards the known tile nearest to a foe that borders on unknown ground.

    Return None if no tile is nearer than the player's, or if the way there leads away first: the
    foe
    would get out of view, and the player should decide.
    """

    def far(spot: Spot) -> tuple[int, Spot]:
        return tiles_between(spot, foe), spot

    paths = ways.paths
    best = min(paths.spots(paths.frontier & paths.reached), key=far, default=view.here)
    away = tiles_between(view.here, foe)
    step = ways.step(lambda paths: paths.tiles([best])) if tiles_between(best, foe) < away else None
    if step is None or tiles_between((view.here[0] + step.dx, view.here[1] + step.dy), foe) > away:
        return None
    return step


def _to(foe: Spot, view: View) -> list[Spot]:
    return line(view.here, foe)[1:-1]


def _is_dark(spot: Spot, view: View) -> bool:
    return view.tiles[spot[1]][spot[0]].kind == UNKNOWN
