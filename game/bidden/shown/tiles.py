"""Tiles of the map."""

from __future__ import annotations

from typing import TypeAlias

import attrs

Spot: TypeAlias = tuple[int, int]
"""A tile, as (column, row)."""


@attrs.frozen
class Tile:
    """The player's knowledge of a tile. Decide by ``kind``; the other fields are for drawing."""

    glyph: str  # a space if unknown
    look: str  # the name of its colour in the palette, such as "wall"
    lit: bool  # True in view, False if remembered
    name: str  # in words; empty if unknown
    kind: str = ""  # a name in bidden.kinds; empty if unknown
