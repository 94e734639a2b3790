"""A miniature of a level, with the most important tile in each cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import put
from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.layout import Rect
from bidden.kinds import ALTAR, LYING, TRAPS
from bidden.view import Spot, Tile

_UNKNOWN: Final = "unknown"
_RANKS: Final[Mapping[str, int]] = MappingProxyType(
    {"you": 9, "stair": 8, "door": 6, "floor": 1, "wall": 2, _UNKNOWN: 0}
)
"""The importance of looks. Of the tiles that share a cell the highest is drawn."""
_GROUND: Final = 3
_THING: Final = 7


def bounds_of(tiles: Sequence[Sequence[Tile]]) -> Rect:
    """Return the rectangle of known tiles, or an empty one."""
    known = [(x, y) for y, row in enumerate(tiles) for x, tile in enumerate(row) if _is_known(tile)]
    if not known:
        return Rect(0, 0, 0, 0)
    columns, rows = [x for x, _ in known], [y for _, y in known]
    x, y = min(columns), min(rows)
    return Rect(x, y, max(columns) - x + 1, max(rows) - y + 1)


def size_of(tiles: Sequence[Sequence[Tile]], most: Spot) -> Spot:
    """Return the columns and rows of a miniature, within a maximum."""
    bounds, (across, down) = bounds_of(tiles), scale_of(tiles, most)
    return -(-bounds.width // across), -(-bounds.height // down)


def draw_miniature(
    console: tcod.console.Console,
    where: Rect,
    tiles: Sequence[Sequence[Tile]],
    palette: Palette,
    place: str,
) -> None:
    """Draw the known tiles of a level into a rectangle, several in a cell if necessary."""
    bounds, (across, down) = bounds_of(tiles), scale_of(tiles, (where.width, where.height))
    for top in range(bounds.y, bounds.bottom, down):
        for left in range(bounds.x, bounds.right, across):
            tile = max(
                (
                    tiles[y][x]
                    for y in range(top, min(top + down, bounds.bottom))
                    for x in range(left, min(left + across, len(tiles[y])))
                ),
                key=_rank,
                default=None,
            )
            if tile is None or not _is_known(tile):
                continue
            look = palette.look(tile.look, place)
            x, y = where.x + (left - bounds.x) // across, where.y + (top - bounds.y) // down
            put(console, x, y, look.sign(tile.glyph), look.lit.fg, look.lit.bg)


def scale_of(tiles: Sequence[Sequence[Tile]], most: Spot) -> Spot:
    """Return how many tiles share a cell, across and down, to stay within a maximum."""
    bounds = bounds_of(tiles)
    return max(1, -(-bounds.width // most[0])), max(1, -(-bounds.height // most[1]))


def _rank(tile: Tile) -> int:
    rank = _RANKS.get(tile.look)
    if rank is not None:
        return rank
    return _THING if tile.kind in (*LYING, *TRAPS, ALTAR) else _GROUND


def _is_known(tile: Tile) -> bool:
    return tile.look != _UNKNOWN
