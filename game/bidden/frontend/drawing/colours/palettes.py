"""Palettes: the one that suits what the player would have."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

from bidden.frontend.drawing.colours.light import light
from bidden.frontend.drawing.colours.palette import NONE_OWN, Palette, load_palette

Background: TypeAlias = Literal["dark", "light", "terminal"]


@cache  # the light one takes a moment to make
def palette_for(background: Background = "dark") -> Palette:
    """Return the palette for a background.

    Raises:
        ContentError: The palette cannot be read.
    """
    return own_palette_for(background, NONE_OWN, "")


def own_palette_for(background: Background, own: Mapping[str, Any], file: str) -> Palette:
    """Return the palette for a background, with the player's own colours.

    Args:
        background: ``"dark"``, ``"light"``, or the terminal's own, which uses the dark palette.
        own: The player's own colours, in tables as in the file of the palette.
        file: The name of their file in error messages.

    Raises:
        ContentError: The palette cannot be read, or an own colour does not fit.
    """
    palette = load_palette(own=own, own_file=file)
    return light(palette) if background == "light" else palette
