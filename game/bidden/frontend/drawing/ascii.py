"""Replace all characters of a console with ASCII: from a table, without accents, or ``?``."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

import numpy as np
import tcod.console

TABLE: Final = {
    # On maps no two things share a character, so these are the free digits, brackets and capitals.
    "→": "]",
    "←": "]",
    "↑": "]",
    "↓": "]",
    "┼": "{",  # a web
    "▲": "(",  # fire
    "≈": "}",  # deep water
    "∴": "5",  # embers
    "∏": "\\",  # wood
    "⁏": "/",  # rushes
    "≡": "2",  # oil
    "≀": "3",  # pitch
    "°": "0",  # a fissure
    "ₒ": "9",  # a vent
    "░": "L",  # marsh gas
    "▒": "$",  # poison gas
    "▓": "|",  # haze
    "∙": " ",  # darkness
    "Θ": "6",  # wells and altars that warp
    "Φ": "4",
    "∩": "1",
    "φ": "1",  # a spent well and altar
    "Π": "7",  # a gate
    "¶": "P",  # an engraving
    "¬": "Q",  # bare ground to avoid
    "‼": "V",  # threatened bare ground
    # Frames, bars and text.
    **dict.fromkeys("─━═╌┄╍▬", "-"),
    **dict.fromkeys("│┃║╎┆▌▐↕↨", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬", "+"),
    **dict.fromkeys("█■▀▄", "#"),
    **dict.fromkeys("►▶»", ">"),
    **dict.fromkeys("◄◀«", "<"),
    **dict.fromkeys("▼", "v"),
    **dict.fromkeys("·", "."),
    **dict.fromkeys("•◘○◙", "*"),
    **dict.fromkeys("×", "x"),
    **dict.fromkeys("÷", "/"),
    **dict.fromkeys("±", "+"),
    **dict.fromkeys("–—↔", "-"),
    **dict.fromkeys("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", "'"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("…", "~"),
    **dict.fromkeys("µ", "u"),
    "ß": "s",
    "ø": "o",
    "Ø": "O",
    "æ": "a",
    "Æ": "A",
    "œ": "o",
    "Œ": "O",
}

_LAST: Final = 126
_UNKNOWN: Final = "?"


@cache
def ascii_for(character: str) -> str:
    """Return the ASCII character that replaces a character."""
    if " " <= character <= chr(_LAST):
        return character
    plain = TABLE.get(character) or unicodedata.normalize("NFKD", character)[:1]
    return plain if plain.isascii() and plain.isprintable() else _UNKNOWN


def to_ascii(console: tcod.console.Console) -> None:
    """Replace every character of a console that is beyond ASCII."""
    characters = console.rgb["ch"]
    # An arrow between blanks is part of a text, not a passage on the map.
    blank, arrow = characters == ord(" "), characters == ord("→")
    characters[:, 1:-1][blank[:, :-2] & arrow[:, 1:-1] & blank[:, 2:]] = ord(">")
    beyond = np.unique(characters[characters > _LAST])
    for number in beyond.tolist():
        characters[characters == number] = ord(ascii_for(chr(number)))
