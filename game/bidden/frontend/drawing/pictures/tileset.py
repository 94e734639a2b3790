"""The tileset: the characters of tileset.png, in 16 columns of cells.

``.ci/make_tileset.py`` draws it from this layout: code page 437, and two rows of more characters.
"""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from typing import Final

import tcod.tileset

from bidden.content.datafiles import ContentError

CELL: Final = (12, 20)
"""Width and height of a cell, in pixels."""
COLUMNS: Final = 16
"""Cells in a row of the picture."""

_BESIDES: Final = "×–—’“”„…•†‰€©ŒœŠ⁏Π∏ₒ≀∴◀▶╎╍╌┆┄┃━Ø"

LAYOUT: Final = (*tcod.tileset.CHARMAP_CP437, *map(ord, _BESIDES))
"""The code point of every cell, row by row."""


_JOINED: Final = range(0x2500, 0x25A0)
"""Lines and blocks that must join between cells. Few fonts draw them so."""


def load_tileset(font: str = "", file: str = "options.toml") -> tcod.tileset.Tileset:
    """Load the tileset of the game, or of a font file, which may lack some characters.

    Raises:
        ContentError: The font cannot be read. ``file`` is the options file that names it.
    """
    ours = _shipped()
    if not font:
        return ours
    path = Path(os.path.expanduser(font))  # unchanged for an unknown user
    try:
        if not path.is_file():
            raise ContentError(file, "window_font", f"{font!r}: no such file")
        theirs = tcod.tileset.load_truetype_font(path, *CELL)
    except (OSError, RuntimeError):
        reason = f"{font!r} is not a font: choose a .ttf or .otf file"
        raise ContentError(file, "window_font", reason) from None
    for code in LAYOUT:
        if code in _JOINED or not theirs.get_tile(code)[..., 3].any():
            theirs[code] = ours.get_tile(code)
    return theirs


def _shipped() -> tcod.tileset.Tileset:
    picture = resources.files(__package__) / "tileset.png"
    with resources.as_file(picture) as path:
        return tcod.tileset.load_tilesheet(path, COLUMNS, len(LAYOUT) // COLUMNS, LAYOUT)
