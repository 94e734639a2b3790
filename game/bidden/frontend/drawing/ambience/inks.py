"""Inks: all that something is drawn with as it moves, or as light falls on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bidden.frontend.drawing.ambience.motions import Motion
from bidden.frontend.drawing.colours.colour import (
    Colour,
    contrast,
    lightness,
    mixed,
    set_off,
    shifted,
    with_lightness,
)
from bidden.frontend.drawing.colours.light import GLYPH
from bidden.frontend.drawing.colours.palette import Ink

GLOWS: Final = 4
"""In how many steps light falls off."""
_KEPT: Final = 0.75
"""How much is kept of the contrast that the usual ink has, where that is more than it needs."""


@lru_cache(maxsize=512)
def inks_of(ink: Ink, motion: Motion) -> tuple[Ink, ...]:
    """Return all inks of a moving thing, with the usual one in the middle."""
    steps = motion.steps
    return tuple(_step(ink, motion, step / steps) for step in range(-steps, steps + 1))


@lru_cache(maxsize=2048)
def glows_of(ink: Ink, motion: Motion) -> tuple[Ink, ...]:
    """Return all inks of a thing in growing light."""
    parts = (motion.shine * step / GLOWS for step in range(GLOWS + 1))
    return tuple(_glow(ink, motion.light, part) for part in parts)


def _step(ink: Ink, motion: Motion, part: float) -> Ink:
    if not part:
        return ink
    fg = shifted(ink.fg, part * motion.lightness[0], part * motion.hue)
    bg = shifted(ink.bg, part * motion.lightness[1], part * motion.hue)
    return Ink(set_off(fg, bg, _least(ink)), bg)


def _glow(ink: Ink, source: Colour, part: float) -> Ink:
    if not part:
        return ink
    fg, bg = (mixed(one, _no_darker(source, one), part) for one in (ink.fg, ink.bg))
    return Ink(set_off(fg, bg, _least(ink)), bg)


def _no_darker(source: Colour, colour: Colour) -> Colour:
    return with_lightness(source, max(lightness(source), lightness(colour)))


def _least(ink: Ink) -> float:
    return max(GLYPH, _KEPT * contrast(ink.fg, ink.bg))
