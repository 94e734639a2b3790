"""What is drawn on a map, as sets of tiles; of each map most is as it was on the one before.

A set of tiles is one whole number, a bit for each, as in ``bidden.grid.distance``: the tiles lie in
one long row, with an edge of wall around the map and between its rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeAlias

import attrs

from bidden.view import Tile

Rows: TypeAlias = Sequence[Sequence[Tile]]

_EDGE: Final = "#"
_glyph_of: Final = attrgetter("glyph")


@attrs.frozen(eq=False)
class Drawn:
    """What is drawn on a map.

    Attributes:
        rows: The map, a row of tiles each.
        texts: The glyphs of each row.
        glyphs: Those of all rows, with the edge.
        stride: By how much the number of a tile differs from that of the one below it.
        tiles: By glyph, the set of tiles on which it is drawn; none of a glyph that is nowhere.
    """

    rows: Rows
    texts: Sequence[str]
    glyphs: str
    stride: int
    tiles: Mapping[str, int]


def drawn_on(rows: Rows) -> Drawn:
    """Say what is drawn on a map; rows that are those of the map asked for last are known."""
    before = _latest[0]
    if before.rows is rows:
        return before
    if before.stride != len(rows[0]) + 1 or len(before.rows) != len(rows):
        before = _blank(len(rows[0]), len(rows))
    found = _latest[0] = _redrawn(before, rows)
    return found


def _blank(width: int, height: int) -> Drawn:
    """Give a map of nothing but the edge."""
    stride = width + 1
    ends = (1 << stride) - 1
    sides = sum(1 << (y + 1) * stride for y in range(height + 1))
    edge = ends | sides | ends << (height + 1) * stride + 1
    return Drawn([()] * height, [""] * height, "", stride, {_EDGE: edge})


_latest: Final = [_blank(0, 0)]
"""The map that was asked for last: those of one game are asked for one after another."""


def _redrawn(before: Drawn, rows: Rows) -> Drawn:
    tiles, texts, stride = {**before.tiles}, [*before.texts], before.stride
    for y, (row, old) in enumerate(zip(rows, before.rows, strict=True)):
        if row is old:
            continue
        text = "".join(map(_glyph_of, row))
        if text != texts[y]:
            start = (y + 1) * stride + 1
            for glyph, there in _drawn_in(texts[y]):
                tiles[glyph] ^= there << start
            for glyph, there in _drawn_in(text):
                tiles[glyph] = tiles.get(glyph, 0) | there << start
            texts[y] = text
    edge = _EDGE * stride
    somewhere = {glyph: there for glyph, there in tiles.items() if there}
    return Drawn(rows, texts, _EDGE.join([edge, *texts, edge]), stride, somewhere)


@lru_cache(maxsize=1024)
def _drawn_in(row: str) -> tuple[tuple[str, int], ...]:
    """Give the set of tiles of a row on which each glyph is drawn."""
    backwards = row[::-1]
    kinds = dict.fromkeys(row)
    bits = dict.fromkeys(map(ord, kinds), "0")
    return tuple((glyph, int(backwards.translate(bits | {ord(glyph): "1"}), 2)) for glyph in kinds)
