"""Simulated colour vision, and the perceived difference of two colours.

Colour blindness is simulated by the matrices of G. M. Machado, M. M. Oliveira and L. A. F.
Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
Transactions on Visualization and Computer Graphics 15 (2009), for severity 1.0: no cone of one of
the three kinds. They work on linear light. Difference is CIE 1976, the distance in CIELAB under
D65; 2.3 of it is just noticeable, by M. Mahy, L. Van Eycken and A. Oosterlinck, "Evaluation of
Uniform Color Spaces", Color Research and Application 19 (1994).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bidden.frontend.drawing.colours.colour import Colour, Floats, encoded, linear

EYES: Final[dict[str, Floats]] = {
    "all": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_TO_XYZ: Final = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE: Final = _TO_XYZ.sum(axis=1)


def seen_by(eyes: str, colour: Colour) -> Colour:
    """Return the colour as a viewer with this colour vision sees it."""
    return encoded(EYES[eyes] @ linear(colour))


def difference(one: Colour, other: Colour, eyes: str = "all") -> float:
    """Return the perceived difference of two colours to this viewer."""
    return float(np.linalg.norm(_lab(seen_by(eyes, one)) - _lab(seen_by(eyes, other))))


def _lab(colour: Colour) -> Floats:
    x, y, z = np.where(
        (t := _TO_XYZ @ linear(colour) / _WHITE) > 216 / 24389,
        np.cbrt(t),
        t * 24389 / 3132 + 4 / 29,
    )
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
