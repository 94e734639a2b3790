"""Glyphs: a number for each character in each colour, as input for a network.

The same zombie has the same number everywhere; 0 is an unknown tile. The numbers depend only on the
palette and the tileset of the game.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from bidden.content.datafiles import parse, read
from bidden.frontend.drawing.pictures.tileset import LAYOUT

Glyph: TypeAlias = tuple[int, int, int]
"""The number of a glyph, its code point, and the number of its colour."""

UNKNOWN: Final = " "
"""The character of an unknown tile."""

_FILE: Final = "palette.toml"


@cache
def looks() -> tuple[str, ...]:
    """Return the colour names of the palette; the number of a colour is its position, from 1."""
    return tuple(parse(read(_FILE), _FILE)["looks"])


@cache
def count() -> int:
    """Return the number of glyphs, including 0."""
    return 1 + len(looks()) * len(LAYOUT)


@cache
def colour(look: str) -> int:
    """Return the number of a colour; a colour that the palette lacks counts as ``"other"``."""
    names = looks()
    return 1 + names.index(look if look in names else "other")


@cache
def glyph(character: str, look: str) -> Glyph:
    """Return the glyph of a character in a colour. The blank has no number and no colour."""
    if character == UNKNOWN:
        return 0, ord(UNKNOWN), 0
    code = ord(character)
    place = LAYOUT.index(code if code in LAYOUT else ord("?"))
    return 1 + (colour(look) - 1) * len(LAYOUT) + place, LAYOUT[place], colour(look)
