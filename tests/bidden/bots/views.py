"""Views built from a drawing, with only what a bot reads: the ground, the player, foes."""

from __future__ import annotations

from bidden.view import MAP_HEIGHT, MAP_WIDTH, View
from tests.bidden.drawing import Drawing
from tests.bidden.drawn_kinds import drawn_tile
from tests.bidden.scenes import read

__all__ = ["view_on"]

KINDS = {"<": "stair", ">": "stair", "#": "wall", ".": "floor", "+": "door", " ": "unknown"}


def view_on(drawing: str) -> View:
    """Return a view of a drawing in which each ``z`` is a foe."""
    rows = [row.ljust(MAP_WIDTH) for row in read(drawing)]
    rows += [" " * MAP_WIDTH] * (MAP_HEIGHT - len(rows))
    foes = tuple(Drawing(drawing).spots("z"))
    return View(
        tiles=tuple(
            tuple(drawn_tile(c, KINDS.get(c, "thing"), True, "") for c in row) for row in rows
        ),
        here=Drawing(drawing).spots("@")[0],
        turn=0,
        hp=1,
        max_hp=1,
        foes=len(foes),
        lines=(),
        ending=None,
        epitaph="",
        seed=0,
        foes_at=foes,
    )
