"""The drawing language of the tests: which kind each character of a drawn level stands for."""

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
    """The kind that a character stands for."""
    return GROUND[glyph] if glyph in GROUND else kind_in_old_save(glyph, look)


def drawn_tile(glyph: str, look: str, lit: bool, name: str) -> Tile:
    """A tile, of the kind that its character stands for."""
    return Tile(glyph, look, lit, name, kind_drawn(glyph, look))


def redrawn(tile: Tile, glyph: str, **changes: Any) -> Tile:
    """The same tile with another character, and of another kind."""
    look = changes.get("look", tile.look)
    return attrs.evolve(tile, glyph=glyph, kind=kind_drawn(glyph, look), **changes)
