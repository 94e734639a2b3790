"""The tileset: which character is where in tileset.png.

The picture has 16 columns of cells: code page 437 in its own order, which has box
drawing, blocks and most of western Europe, and two rows of characters besides.
``.ci/make_tileset.py`` draws it from this layout; tileset.LICENSE is the font's.
"""

from __future__ import annotations

from importlib import resources
from typing import Final

import tcod.tileset

CELL: Final = (12, 20)
"""Width and height of a cell, in pixels."""
COLUMNS: Final = 16
"""Cells in a row of the picture."""

_BESIDES: Final = "×–—’“”„…•†‰€©ŒœŠ" "⁏Π∏ₒ≀∴◀▶╎╍╌┆┄┃━Ø"

LAYOUT: Final = (*tcod.tileset.CHARMAP_CP437, *map(ord, _BESIDES))
"""The code point of every cell, row by row."""


def load_tileset() -> tcod.tileset.Tileset:
    """Load the tileset that ships with the game."""
    picture = resources.files(__package__) / "tileset.png"
    with resources.as_file(picture) as path:
        return tcod.tileset.load_tilesheet(path, COLUMNS, len(LAYOUT) // COLUMNS, LAYOUT)
