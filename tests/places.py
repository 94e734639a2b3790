"""Draw ten levels of each place into a picture of docs/places.md:

    python -m tests.places

Levels are those of the scenario of the place, of seeds 1 to 10, all of it in view, at half their
size on screen. Whoever changes a generator or a look runs it, and looks at what became of them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from bidden.frontend.drawing.pictures.render import drawn, encode_png, pixels_of
from bidden.session import Session
from bidden.view import MAP_HEIGHT
from bidden.worldgen.places import PLACES

PICTURES: Final = Path("docs/images/places")
SEEDS: Final = range(1, 11)
_ROW: Final = 20
"""The height of a row of the screen, in pixels."""
_STEPS: Final = 32
"""Colours are rounded to multiples of it: a picture of few colours is a small file."""


def level(place: str, seed: int) -> NDArray[np.uint8]:
    """Draw the map of the first level of a place, at half its size: the mean of four pixels each.

    All of it is lit, and brighter than on screen, as letters of half their size are hard to see.
    """
    view = Session(seed, level=place).view(all_seeing=True)
    tiles = tuple(tuple(attrs.evolve(tile, lit=True) for tile in row) for row in view.tiles)
    pixels = pixels_of(drawn(attrs.evolve(view, tiles=tiles)))
    whole = pixels[_ROW : _ROW * (1 + MAP_HEIGHT)].astype(np.uint16)
    four = whole[::2, ::2] + whole[1::2, ::2] + whole[::2, 1::2] + whole[1::2, 1::2]
    steps = (four // 2 + _STEPS // 2) // _STEPS * _STEPS
    rounded: NDArray[np.uint8] = np.minimum(steps, 255).astype(np.uint8)
    return rounded


def picture(place: str) -> bytes:
    """Draw ten levels, two in a row."""
    levels = [level(place, seed) for seed in SEEDS]
    pairs = zip(levels[::2], levels[1::2], strict=True)
    return encode_png(np.vstack([np.hstack(pair) for pair in pairs]))


def main() -> int:
    """Write all pictures; unchanged files are not written."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for place in PLACES:
        path, drawing = PICTURES / f"{place}.png", picture(place)
        if not path.exists() or path.read_bytes() != drawing:
            path.write_bytes(drawing)
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
