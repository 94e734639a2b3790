"""The legend of drawn levels in tests: the tile kind of each character."""

from __future__ import annotations

from typing import Any, Final

import attrs

from bidden import kinds
from bidden.kinds import kind_in_old_save
from bidden.view import Tile

GROUND: Final = {
    " ": kinds.UNKNOWN,
    "#": kinds.WALL,
    ".": kinds.FLOOR,
    ":": kinds.CHASM,
    "+": kinds.SHUT_DOOR,
    "X": kinds.LOCKED_DOOR,
    "'": kinds.OPEN_DOOR,
    "<": kinds.STAIR_UP,
    ">": kinds.STAIR_DOWN,
    "Π": kinds.GATE,
    "▲": kinds.FIRE,
    "≈": kinds.WATER,
    ";": "tall grass",
    "`": "dry grass",
    "⁏": "rushes",
    "∏": "wood",
    "≡": "oil",
    "≀": "pitch",
    "░": "marsh gas",
    "▒": "poison gas",
    "▓": "haze",
    "@": kinds.YOU,
    "~": "bog",
}


def kind_drawn(glyph: str, look: str = "") -> str:
    """Return the kind of tile that a character draws."""
    return GROUND[glyph] if glyph in GROUND else kind_in_old_save(glyph, look)


def drawn_tile(glyph: str, look: str, lit: bool, name: str) -> Tile:
    """Return a tile of the kind that its character draws."""
    return Tile(glyph, look, lit, name, kind_drawn(glyph, look))


def redrawn(tile: Tile, glyph: str, **changes: Any) -> Tile:
    """Return the tile with another character, and the kind of that character."""
    look = changes.get("look", tile.look)
    return attrs.evolve(tile, glyph=glyph, kind=kind_drawn(glyph, look), **changes)
