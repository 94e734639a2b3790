"""Paths over the ground as a view shows it: the first step to the nearest of what is wanted.

No way leads over a chasm, nor through what is seen to harm.

A set of tiles is one whole number, a bit for each, as in ``bidden.grid.distance``. A flood
spreads from all that is wanted at once until it comes to the player; then any neighbouring
tile that it reached last is a first step.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from bidden.grid.neighbours import AROUND, ARROWS, STRAIGHT, side_of, spread, spread_back
from bidden.intents import Move
from bidden.view import View

_STEPS: Final = (*STRAIGHT, *AROUND[1::2])
"""The first is taken before the others where several lead there as soon."""
_glyph_of: Final = attrgetter("glyph")


class Paths:
    """The ground of a view, and the shortest paths over it from where the player stands.

    Attributes:
        frontier: The tiles that border on one yet to be seen; stairs do not matter.
        stairs_down: The stairs that lead down.
        quiet: The tiles that are neither stairs nor locked doors.
    """

    def __init__(self, view: View) -> None:
        """Lay out the ground: the tiles in one long row, with an edge between the map's rows."""
        self._stride = len(view.tiles[0]) + 1
        rows = ["".join(map(_glyph_of, row)) for row in view.tiles]
        self._glyphs = "#".join(["#" * self._stride, *rows, "#" * self._stride])
        self._drawn = dict.fromkeys(self._glyphs)
        unknown, stairs_up = self._all(" "), self._all("<")
        self._open = ~(self._all("#") | self._all(":") | unknown) & (1 << len(self._glyphs)) - 1
        if view.harm_at:
            self._open &= ~self.tiles(view.harm_at)
        self.stairs_down = self._all(">")
        self.quiet = self._open & ~(stairs_up | self.stairs_down | self._all("X"))
        self._ways = {
            1 << number: side_of(number, dx, dy, self._stride)
            for (dx, dy), arrow in ARROWS.items()
            if arrow in self._drawn
            for number, glyph in enumerate(self._glyphs)
            if glyph == arrow
        }
        self.frontier = spread(unknown, self._stride) & self.quiet
        self._here = self.tiles([view.here])

    def tiles(self, spots: Iterable[tuple[int, int]]) -> int:
        """Give the set of tiles in these columns and rows."""
        found = 0
        for x, y in spots:
            found |= 1 << self._number(x, y)
        return found

    def glyph(self, x: int, y: int) -> str:
        """Give what is drawn on a tile."""
        return self._glyphs[self._number(x, y)]

    def towards(self, wanted: int) -> Move | None:
        """Take the first step of a shortest way to the nearest tile that is wanted.

        A way leads over no stair, for that leads to another level, and not across; through no
        locked door; and through a one-way passage from its side.

        Args:
            wanted: The set of tiles; one's own does not count.

        Returns:
            The step; None where there is no way.
        """
        wave = wanted & self._open & ~self._here
        left = self.quiet & ~wave
        while wave:
            reached = spread_back(wave, self._stride, self._ways)
            if reached & self._here:
                return self._step_onto(wave)
            wave = reached & left
            left &= ~wave
        return None

    def _step_onto(self, tiles: int) -> Move:
        number = self._here.bit_length() - 1
        tiles &= ~sum(tile for tile, side in self._ways.items() if not side & self._here)
        return next(
            Move(dx, dy) for dx, dy in _STEPS if tiles >> number + dx + dy * self._stride & 1
        )

    def _all(self, glyph: str) -> int:
        """Give the set of tiles on which this is drawn."""
        bits = {ord(drawn): "0" for drawn in self._drawn} | {ord(glyph): "1"}
        return int(self._glyphs[::-1].translate(bits), 2)

    def _number(self, x: int, y: int) -> int:
        return (y + 1) * self._stride + x + 1
