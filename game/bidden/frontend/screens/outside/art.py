"""The art of the title and the opening: a name, a picture, and a sky around them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

import numpy as np
import tcod.console

from bidden.frontend.drawing.canvas import put
from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.layout import Rect
from bidden.words import phrase

_READ: Final[dict[str, Any]] = tomllib.loads(
    resources.files(__package__).joinpath("art.toml").read_text("utf-8")
)
NAME: Final[list[str]] = _READ["name"].splitlines()
PICTURE: Final[list[str]] = _READ["picture"].splitlines()
PICTURE_WIDTH: Final = max(map(len, PICTURE))
_COLOURS: Final = {"*": "news", "@": "good", "A": "harm"}
_HORIZON: Final = 11
"""The rows of the picture with stars. Below is the ground."""


def draw_scene(
    console: tcod.console.Console, palette: Palette, block: Rect, picture: tuple[int, int]
) -> None:
    """Draw the picture at a cell, and sky and ground around a block that contains it."""
    left, top = picture
    for y, x in np.ndindex(console.height, console.width):
        scattered = (7 * x * x + 13 * y * y + 5 * x * y) % 47 < 2
        if scattered and (x, y) not in block:
            put(console, x, y, "." if y < top + _HORIZON else "-", palette.faint.fg)
    for y, row in enumerate(PICTURE, top):
        for x, sign in enumerate(row, left):
            tone = _COLOURS.get(sign)
            put(console, x, y, sign, (palette.tone(tone) if tone else palette.faint).fg)


def draw_name(console: tcod.console.Console, palette: Palette, x: int, y: int) -> None:
    """Draw the name of the game, and a saying beneath it."""
    for row, text in enumerate(NAME, y):
        put(console, x, row, text, palette.tone("news").fg)
    put(console, x, y + len(NAME) + 1, phrase("opening", "saying"), palette.faint.fg)
