"""The palette for a background. The light one is the dark one inverted, with the same hues.

Dark colours become light and light ones dark, and then get enough contrast to their background.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from bidden.frontend.drawing.colours.colour import (
    contrast,
    lightness,
    luminance,
    set_off,
    with_lightness,
)
from bidden.frontend.drawing.colours.palette import NONE_OWN, Ink, Look, Palette, load_palette

Background: TypeAlias = Literal["dark", "light", "terminal"]

TEXT: Final = 4.5
"""The minimum contrast of text: success criterion 1.4.3 of WCAG 2.2."""
GLYPH: Final = 3.0
"""The minimum contrast of things in view, which are symbols as in criterion 1.4.11."""
REMEMBERED: Final = 2.5
"""The minimum contrast of remembered things: weaker, to show that they are out of view."""

_BRIGHTEST: Final = 0.98
_SLOPE: Final = 0.6
_KEPT: Final = 0.75
"""The share of the contrast beyond the minimum that is kept."""


@cache  # the light palette is slow to compute
def palette_for(background: Background = "dark") -> Palette:
    """Return the palette for a background."""
    return own_palette_for(background, NONE_OWN, "")


def own_palette_for(background: Background, own: Mapping[str, Any], file: str) -> Palette:
    """Return the palette for a background, with the player's own colours from a file.

    Raises:
        ContentError: The palette cannot be read, or an own colour does not fit.
    """
    palette = load_palette(own=own, own_file=file)
    return light(palette) if background == "light" else palette


def light(palette: Palette) -> Palette:
    """Return the palette for a light background."""
    return palette.with_inks(lambda ink: _turned(ink, TEXT), _turned_look)


def _turned_look(look: Look) -> Look:
    """Invert a look. A light background does not grow darker: that would be hard to read."""
    lit, remembered = _turned(look.lit, GLYPH), _turned(look.remembered, REMEMBERED)
    return Look(lit, remembered, False, look.glyph)


@cache  # most looks share their inks
def _turned(ink: Ink, least: float) -> Ink:
    if ink.fg == ink.bg:  # unknown tiles stay invisible
        same = _turned_colour(ink.bg)
        return Ink(same, same)
    fg, bg = _turned_colour(ink.fg), _turned_colour(ink.bg)
    if (luminance(fg) > luminance(bg)) is (luminance(ink.fg) > luminance(ink.bg)):
        fg = with_lightness(fg, 0.1 if luminance(bg) > 0.18 else 1.0)
    least = max(least, _KEPT * contrast(ink.fg, ink.bg))
    fg = set_off(fg, bg, least)
    return Ink(fg, set_off(bg, fg, least))


@cache
def _turned_colour(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    return with_lightness(colour, _BRIGHTEST - _SLOPE * max(0.0, lightness(colour) - 0.15))
