"""ASCII: every character beyond it in a console replaced by one that any terminal has.

A table says which; what is not in it becomes its letter without accents, or a question mark.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

import numpy as np
import tcod.console

TABLE: Final = {
    # What is on maps: none is any other thing's, so what is free of digits, brackets and capitals.
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
    "φ": "1",  # a well and an altar that warp nothing any more
    "Π": "7",  # a gate
    "¶": "P",  # what is engraved
    "¬": "Q",  # bare ground that is to be kept off
    "‼": "V",  # bare ground to which something comes next
    # Frames, bars and what stands in text.
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
"""The replacements of characters outside ASCII."""

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
    # An arrow between blanks stands in a text, and not for a way on the map.
    blank, arrow = characters == ord(" "), characters == ord("→")
    characters[:, 1:-1][blank[:, :-2] & arrow[:, 1:-1] & blank[:, 2:]] = ord(">")
    beyond = np.unique(characters[characters > _LAST])
    for number in beyond.tolist():
        characters[characters == number] = ord(ascii_for(chr(number)))
