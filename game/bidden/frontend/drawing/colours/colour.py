"""Lightness and contrast of colours, and lighter and darker versions.

Contrast follows the Web Content Accessibility Guidelines 2.2, "relative luminance" and "contrast
ratio". Lightness follows Oklab (Björn Ottosson, "A perceptual color space for image processing",
2020), in which a hue stays the same when it gets lighter.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""
Floats: TypeAlias = NDArray[np.float64]

_LUMINANCE: Final = np.array([0.2126, 0.7152, 0.0722])
_TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_STEP: Final = 0.01


def linear(colour: Colour) -> Floats:
    """Return the red, green and blue light of a colour, each from 0 to 1."""
    parts = np.array(colour) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def encoded(light: Floats) -> Colour:
    """Return the colour of red, green and blue light, or the nearest one that can be shown."""
    light = np.clip(light, 0, 1)
    parts = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    red, green, blue = (round(float(part) * 255) for part in parts)
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, from 0 for black to 1 for white."""
    return float(_LUMINANCE @ linear(colour))


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def oklab(colour: Colour) -> Floats:
    """Return the lightness of a colour, from 0 to 1, and its shares of red and yellow."""
    return _TO_LAB @ np.cbrt(_TO_CONES @ linear(colour))


def lightness(colour: Colour) -> float:
    """Return the lightness of a colour, from 0 for black to 1 for white."""
    return float(oklab(colour)[0])


def with_lightness(colour: Colour, light: float) -> Colour:
    """Return the colour of the same hue with a lightness, from 0 to 1."""
    lab = oklab(colour)
    lab[0] = min(max(light, 0.0), 1.0)
    return _of_oklab(lab)


def shifted(colour: Colour, light: float, degrees: float = 0) -> Colour:
    """Return a lighter colour, with its hue turned towards yellow by some degrees."""
    lab = oklab(colour)
    lab[0] = min(max(float(lab[0]) + light, 0.0), 1.0)
    turn = math.radians(degrees)
    red, yellow = float(lab[1]), float(lab[2])
    lab[1] = red * math.cos(turn) - yellow * math.sin(turn)
    lab[2] = red * math.sin(turn) + yellow * math.cos(turn)
    return _of_oklab(lab)


def mixed(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a mixture of two colours with the given share of the second."""
    red, green, blue = (
        round(one + (two - one) * part) for one, two in zip(colour, other, strict=True)
    )
    return red, green, blue


def set_off(colour: Colour, behind: Colour, least: float) -> Colour:
    """Make a colour lighter or darker until it has a contrast to its background.

    It moves away from the background, at most to black or white, which may not be enough.
    """
    step = _STEP if luminance(colour) > luminance(behind) else -_STEP
    light = lightness(colour)
    while contrast(colour, behind) < least and 0 < light < 1:
        light += step
        colour = with_lightness(colour, light)
    return colour


def _of_oklab(lab: Floats) -> Colour:
    return encoded(np.linalg.solve(_TO_CONES, np.linalg.solve(_TO_LAB, lab) ** 3))
