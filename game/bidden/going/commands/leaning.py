"""Leaning: prefer unexplored tiles in the direction in which the bond pulls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from bidden.bots.paths import Paths
from bidden.grid.compass import BEARINGS, astray
from bidden.shown.bonds import PULL
from bidden.view import Line, Spot

_WORTH: Final = 1
"""Each tile off that direction counts as this many steps."""


@attrs.frozen
class Pull:
    """The direction in which a bond pulls, and where the player felt it."""

    at: Spot
    step: tuple[int, int]


def pull_felt(lines: Iterable[Line], here: Spot) -> Pull | None:
    """Return the pull in the newest of these messages, or None; the player arrived at ``here``."""
    told = next((line.text for line in lines if line.text.startswith(PULL)), "here")
    step = BEARINGS.get(told.rstrip(".").split()[-1])
    return None if step is None else Pull(here, step)


def leaning(paths: Paths, unexplored: int, things: int, pull: Pull) -> int:
    """Return the tiles to go to: the nearest item, or a good unexplored tile.

    After a step towards the result, the result stays the same unless something nearer is found.
    """
    best, found = 0, 0
    for far, wave in enumerate(paths.onward()):
        if found and far >= best:
            break
        if not found and wave & things:
            return wave & things
        for spot in paths.spots(wave & unexplored):
            off = astray(spot[0] - pull.at[0], spot[1] - pull.at[1], pull.step)
            cost = far + off * _WORTH
            if not found or cost < best:
                best, found = cost, paths.tiles([spot])
    return found
