"""Inks: a colour with its background, and pairs of inks for things in view and remembered."""

from __future__ import annotations

import attrs

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.colours.colour import Colour
from bidden.frontend.drawing.colours.specs import CAN_BE, colours_of


@attrs.frozen
class Ink:
    """A colour to draw with.

    Attributes:
        fg: The colour of the character.
        bg: The colour behind it.
    """

    fg: Colour
    bg: Colour


@attrs.frozen
class Look:
    """How a kind of thing is drawn.

    Attributes:
        lit: While in view.
        remembered: When seen before.
        torchlit: Whether it grows darker away from the player while in view.
        glyph: What is drawn in place of the usual character; empty for that.
    """

    lit: Ink
    remembered: Ink
    torchlit: bool
    glyph: str = ""

    def sign(self, usual: str) -> str:
        """Return the character that is drawn instead of the usual one."""
        return self.glyph or usual[:1] or " "


def ink_of(spec: str, file: str, key: str, ground: Colour) -> Ink:
    """Parse a colour with its own background, or on the ground.

    Raises:
        ContentError: The text is not a colour.
    """
    colours = colours_of(spec)
    if colours is None:
        raise ContentError(file, key, f"{spec!r} is not a colour: {CAN_BE}")
    fg, bg = colours
    return Ink(fg, ground if bg is None else bg)
