"""Leaning: of what is unexplored, what lies where the bond pulls comes before what is nearer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from bidden.bots.paths import Paths
from bidden.grid.compass import BEARINGS, astray
from bidden.shown.bonds import PULL
from bidden.view import Line, Spot

_WORTH: Final = 1
"""So many steps of a way each tile is worth by which what it leads to is less far astray."""


@attrs.frozen
class Pull:
    """Where a bond pulls.

    Attributes:
        at: Where one stood as it was felt.
        step: The step in the direction in which it pulled.
    """

    at: Spot
    step: tuple[int, int]


def pull_felt(lines: Iterable[Line], here: Spot) -> Pull | None:
    """Give the pull that is told of first; None where none is.

    Args:
        lines: What was told as one came here, newest first.
        here: Where one came to.
    """
    told = next((line.text for line in lines if line.text.startswith(PULL)), "here")
    step = BEARINGS.get(told.rstrip(".").split()[-1])
    return None if step is None else Pull(here, step)


def leaning(paths: Paths, unexplored: int, things: int, pull: Pull) -> int:
    """Give what to go to: a thing that is nearest, else what lies best of what is unexplored.

    Who goes a step towards what is given is given it again, unless something nearer is found.

    Args:
        paths: The ways there are.
        unexplored: The tiles that border on what is yet to be seen, as ``paths`` has sets of them.
        things: The tiles on which something lies that is to be seen.
        pull: Where the bond pulls.
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
