"""The dark: to a foe that is seen across ground that is not, one goes as near as one knows."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.going.harmless import tiles_between
from bidden.going.ways import Ways
from bidden.grid.fov import line
from bidden.intents import Move
from bidden.kinds import UNKNOWN
from bidden.view import Spot, View


def seen_across_the_dark(view: View, foes: Sequence[Spot]) -> Spot | None:
    """Give the first of these foes that is seen over ground that is not known; None for none."""
    return next((foe for foe in foes if any(_is_dark(spot, view) for spot in _to(foe, view))), None)


def step_across_the_dark(view: View, ways: Ways, foe: Spot) -> Move | None:
    """Step towards the known tile nearest to a foe that borders on what is not known.

    None where none is nearer than one's own, or the way there leads off first: one would lose it
    from view, and what lies between is for the player to try.
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
