"""Roaming: who hunts goes round the level, as its quarry may."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest

from bidden.bots.knacks.roaming import roam
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Move
from bidden.view import Bond, View
from tests.bidden.bots.views import view_on

HALL = "#" * 14 + "\n#@...........#\n" + "#" * 14
HUNT = Bond("Oru Vane", "hunt", "hunt a wolf champion", "in a cave", 300, False, 1, 1000, 2)


def hall(x: int, bond: Bond | None = HUNT) -> View:
    """A hall as it is seen from a column: two tiles to each side."""
    view = view_on(HALL)
    tiles = tuple(
        tuple(attrs.evolve(tile, lit=abs(column - x) <= 2) for column, tile in enumerate(row))
        for row in view.tiles
    )
    return attrs.evolve(view, tiles=tiles, here=(x, 1), bond=bond, level=1)


def test_it_goes_to_and_fro_over_all_there_is() -> None:
    memory, x, way = Memory(), 1, [1]
    for _ in range(40):
        view = hall(x)
        memory.see(view)
        step = roam(view, memory, Paths(view))
        if step is None:
            break
        x += step.dx
        way.append(x)
    assert step is None  # after three rounds
    assert all(abs(a - b) == 1 for a, b in pairwise(way))
    assert (way[0], max(way)) == (1, 10)  # from where the last tile is seen
    assert min(way[9:]) == 3


@pytest.mark.parametrize(
    "bond",
    [
        None,
        attrs.evolve(HUNT, kind="seek"),
        attrs.evolve(HUNT, fulfilled=True),
        attrs.evolve(HUNT, last=2),
    ],
)
def test_who_hunts_nobody_here_does_not(bond: Bond | None) -> None:
    view = hall(1, bond)
    assert roam(view, Memory(), Paths(view)) is None
    assert roam(hall(1), Memory(), Paths(hall(1))) == Move(1, 0)
