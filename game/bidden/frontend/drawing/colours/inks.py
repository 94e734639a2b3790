"""Inks: a colour with its background, as files write it, and pairs of inks for looks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import attrs

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.colours.colour import Colour

NAMED: Final[Mapping[str, Colour]] = {
    "black": (0, 0, 0),
    "red": (205, 0, 0),
    "green": (0, 205, 0),
    "yellow": (205, 205, 0),
    "blue": (0, 0, 238),
    "magenta": (205, 0, 205),
    "cyan": (0, 205, 205),
    "white": (229, 229, 229),
    "bright_black": (127, 127, 127),
    "bright_red": (255, 0, 0),
    "bright_green": (0, 255, 0),
    "bright_yellow": (255, 255, 0),
    "bright_blue": (92, 92, 255),
    "bright_magenta": (255, 0, 255),
    "bright_cyan": (0, 255, 255),
    "bright_white": (255, 255, 255),
}
"""The sixteen colours of terminals, in their order, as xterm shows them."""
_ONE: Final = rf"#[0-9A-Fa-f]{{6}}|{'|'.join(NAMED)}"
_SPEC: Final = re.compile(rf"({_ONE})(?: on ({_ONE}))?")
_PLAIN: Final = ", ".join(name for name in NAMED if "_" not in name)
_CAN_BE: Final = (
    f"use '#rrggbb' or a name ({_PLAIN}, or one of these with bright_, as in bright_red); "
    "'red on #202020' also sets the background"
)


@attrs.frozen
class Ink:
    """The colours of a character and of its background."""

    fg: Colour
    bg: Colour


@attrs.frozen
class Look:
    """How a kind of thing is drawn, in view and remembered."""

    lit: Ink
    remembered: Ink
    torchlit: bool  # whether it grows darker away from the player
    glyph: str = ""  # drawn in place of the usual character

    def sign(self, usual: str) -> str:
        """Return the character that is drawn instead of the usual one."""
        return self.glyph or usual[:1] or " "


def ink_of(spec: str, file: str, key: str, ground: Colour) -> Ink:
    """Parse a colour, with its own background or on the ground.

    Raises:
        ContentError: The text is not a colour.
    """
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise ContentError(file, key, f"{spec!r} is not a colour: {_CAN_BE}")
    fg, bg = found.groups()
    return Ink(_colour(fg), ground if bg is None else _colour(bg))


def _colour(spec: str) -> Colour:
    if spec in NAMED:
        return NAMED[spec]
    red, green, blue = bytes.fromhex(spec[1:])
    return red, green, blue
