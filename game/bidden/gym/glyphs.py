"""Glyphs: the numbers of what is drawn on a tile, as a network takes them.

A glyph is a character in a colour: the same zombie has the same number wherever it is. 0 is what
is not known. Numbers are of the palette and the tileset that ship with the game, and hang on
nothing that is played.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from bidden.content.datafiles import parse, read
from bidden.frontend.drawing.pictures.tileset import LAYOUT

Glyph: TypeAlias = tuple[int, int, int]
"""The number of a glyph, its code point, and the number of its colour."""

UNKNOWN: Final = " "
"""What is drawn of a tile that is not known."""

_FILE: Final = "palette.toml"


@cache
def looks() -> tuple[str, ...]:
    """Name the colours, as the palette has them; a colour's number is its place, from 1."""
    return tuple(parse(read(_FILE), _FILE)["looks"])


@cache
def count() -> int:
    """Say how many glyphs there are, 0 included."""
    return 1 + len(looks()) * len(LAYOUT)


@cache
def colour(look: str) -> int:
    """Give the number of a colour; of one that the palette has not, that of ``"other"``."""
    names = looks()
    return 1 + names.index(look if look in names else "other")


@cache
def glyph(character: str, look: str) -> Glyph:
    """Give what a character in a colour is; the blank is all zeros, but for its code point."""
    if character == UNKNOWN:
        return 0, ord(UNKNOWN), 0
    code = ord(character)
    place = LAYOUT.index(code if code in LAYOUT else ord("?"))
    return 1 + (colour(look) - 1) * len(LAYOUT) + place, LAYOUT[place], colour(look)
