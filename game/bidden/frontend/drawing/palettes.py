"""Palettes: the one that suits what the player would have."""

from __future__ import annotations

from functools import cache
from typing import Literal

from bidden.frontend.drawing.light import light
from bidden.frontend.drawing.palette import Palette, load_palette


@cache  # the light one takes a moment to make
def palette_for(background: Literal["dark", "light"] = "dark") -> Palette:
    """Give the palette for a background.

    Raises:
        ContentError: The palette cannot be read.
    """
    palette = load_palette()
    return light(palette) if background == "light" else palette
