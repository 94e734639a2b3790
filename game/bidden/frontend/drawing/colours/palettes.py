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
    """Give the palette for a background.

    Raises:
        ContentError: The palette cannot be read.
    """
    return own_palette_for(background, NONE_OWN, "")


def own_palette_for(background: Background, own: Mapping[str, Any], file: str) -> Palette:
    """Give the palette for a background, with what the player would have otherwise.

    Args:
        background: Whether it is dark or light; for the terminal's own it is the dark one.
        own: What is to be otherwise, in tables as the palette's file has them.
        file: What errors are to call the file that is from.

    Raises:
        ContentError: The palette cannot be read, or what is to be otherwise does not fit.
    """
    palette = load_palette(own=own, own_file=file)
    return light(palette) if background == "light" else palette
