"""Colour depth: the number of colours of a terminal, and how cells are written with them.

``NO_COLOR`` is honoured (no-color.org) unless the player asked for colours in the options.
Without colours, marked backgrounds are reversed, and dim text stays dim.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final

import attrs
from rich.color import Color, ColorSystem
from rich.style import Style

from bidden.frontend.drawing.colours.colour import Colour, contrast, luminance
from bidden.frontend.drawing.colours.inks import NAMED
from bidden.frontend.drawing.colours.palette import Ink, Palette
from bidden.view import Stance


class Depth(Enum):
    """The number of colours of a terminal."""

    FULL = "full"
    C256 = "256"
    C16 = "16"
    NONE = "none"


_DIM: Final = 4.0
"""Without colours, cells with less contrast are dim."""
_APART: Final = 2.5
"""The minimum contrast between a character and its background in sixteen colours."""
_HUE: Final = 64
"""A colour is a hue, not a grey, if its parts differ by this much of 255."""
_SIXTEEN: Final = (*NAMED.values(),)


def depth_for(wanted: str, environment: Mapping[str, str]) -> Depth:
    """Return the depth that the player's option names; for "auto", the environment decides."""
    if wanted != "auto":
        return Depth(wanted)
    if environment.get("NO_COLOR"):  # no-color.org: empty counts as unset
        return Depth.NONE
    term = environment.get("TERM", "").lower()
    if term in ("dumb", "unknown") or term.startswith("vt1"):
        return Depth.NONE
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.FULL
    if term.endswith(("-direct", "-truecolor")):
        return Depth.FULL
    return Depth.C256 if "256" in term or term in ("xterm-kitty", "alacritty") else Depth.C16


@attrs.frozen
class Writer:
    """Makes styles of inks."""

    depth: Depth
    palette: Palette  # whose backgrounds mark stances
    plain: bool = False  # whether to write the ground in the terminal's own two colours

    def style(self, ink: Ink) -> Style:
        """Return the style of an ink."""
        bold, underline = self._emphasis(ink)
        if self.depth is Depth.NONE:
            # A marked background is reversed compared to plain text.
            return Style(
                reverse=_step(ink) * _step(self.palette.ground) < 0,
                dim=1 < contrast(ink.fg, ink.bg) < _DIM and not bold,
                bold=bold,
                underline=underline,
            )
        fg, bg = Color.from_rgb(*ink.fg), Color.from_rgb(*ink.bg)
        if self.depth is Depth.C256:
            fg, bg = fg.downgrade(ColorSystem.EIGHT_BIT), bg.downgrade(ColorSystem.EIGHT_BIT)
        elif self.depth is Depth.C16:
            fg, bg = _sixteen(ink)
        ground = self.palette.ground
        if self.plain and ink.bg == ground.bg:
            bg, fg = Color.default(), Color.default() if ink.fg == ground.fg else fg
        return Style(color=fg, bgcolor=bg, bold=bold, underline=underline)

    def _emphasis(self, ink: Ink) -> tuple[bool, bool]:
        """Return whether it is bold or underlined, to show stances without colours."""
        marks = {self.palette.stance(stance).bg: stance for stance in Stance}
        stance = marks.get(ink.bg)
        return stance in (Stance.FOE, Stance.QUARRY), stance in (Stance.QUARRY, Stance.NEUTRAL)


def _step(ink: Ink) -> float:
    return luminance(ink.fg) - luminance(ink.bg)


def _sixteen(ink: Ink) -> tuple[Color, Color]:
    """Return the two nearest of sixteen colours that still differ enough."""
    behind = _nearest(ink.bg, tuple(n for n in range(8) if _is_like(n, ink.bg)))
    back = _SIXTEEN[behind]
    readable = [n for n in range(16) if contrast(_SIXTEEN[n], back) >= _APART]
    alike = tuple(n for n in readable if _is_like(n, ink.fg))
    return Color.from_ansi(_nearest(ink.fg, alike or tuple(readable))), Color.from_ansi(behind)


def _is_like(number: int, colour: Colour) -> bool:
    """Return whether one of the sixteen is grey like the colour, or a hue like it."""
    greys = (0, 7, 8, 15)
    return (number in greys) is (max(colour) - min(colour) < _HUE)


@cache
def _nearest(colour: Colour, among: tuple[int, ...]) -> int:
    """Return the colour of the nearest hue, and among equal hues of the nearest luminance."""

    def distance(number: int) -> tuple[float, float]:
        other = _SIXTEEN[number]
        parts = zip(_hue(colour), _hue(other), strict=True)
        return sum((a - b) ** 2 for a, b in parts), abs(luminance(colour) - luminance(other))

    return min(among, key=distance)


def _hue(colour: Colour) -> tuple[float, ...]:
    """Return a colour at full saturation, each part from 0 to 1; zeros for a grey."""
    least, most = min(colour), max(colour)
    return tuple((part - least) / (most - least) if most - least >= _HUE else 0 for part in colour)
