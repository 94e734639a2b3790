"""Tiles: where something is, and what is known of the ground there."""

from __future__ import annotations

from typing import TypeAlias

import attrs

Spot: TypeAlias = tuple[int, int]
"""A tile, as (column, row)."""


@attrs.frozen
class Tile:
    """What is known of one tile.

    Attributes:
        glyph: The character to draw; a space where nothing is known.
        look: The name of its colour in the palette, such as ``"wall"``.
        lit: True while the tile is in view, False where it is remembered.
        name: What is there, in words, for whoever looks; empty where unknown.
        kind: What is there, by the names of ``bidden.kinds``; empty where unknown. Code that
            decides anything goes by this, and code that draws by ``glyph`` and ``look``.
    """

    glyph: str
    look: str
    lit: bool
    name: str
    kind: str = ""
