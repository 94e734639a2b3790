"""Rendering a view as plain text or as a picture, without a screen."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import tcod.console
import tcod.tileset
from numpy.typing import NDArray

from bidden.frontend.drawing.canvas import fill, new_console
from bidden.frontend.drawing.pictures.tileset import load_tileset
from bidden.frontend.screens.outside.ending import EndingScreen
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.theme import Theme, load_theme
from bidden.view import View


def text(view: View) -> str:
    """Return the screen of a view as 24 lines without trailing blanks."""
    return text_of(drawn(view))


def screenshot(view: View, path: str | Path) -> None:
    """Write the screen of a view to a PNG file."""
    Path(path).write_bytes(encode_png(pixels_of(drawn(view))))


def text_of(console: tcod.console.Console) -> str:
    """Return the characters of a console without trailing blanks."""
    return "\n".join("".join(map(chr, row)).rstrip() for row in console.rgb["ch"].tolist())


def pixels_of(console: tcod.console.Console) -> NDArray[np.uint8]:
    """Return the picture of a console as rows of red, green and blue pixels."""
    return np.ascontiguousarray(_tileset().render(console)[:, :, :3])


def drawn(view: View) -> tcod.console.Console:
    """Draw the screen of a view on a new console."""
    console, theme = new_console(), _theme()
    fill(console, theme.palette)
    PlayScreen(theme).draw(console, view)
    if view.ending is not None:
        EndingScreen(theme).draw(console, view)
    return console


@cache
def _theme() -> Theme:
    return load_theme()


@cache
def _tileset() -> tcod.tileset.Tileset:
    return load_tileset()


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Encode pixels of shape (height, width, 3), red, green and blue."""
    height, width, _ = pixels.shape
    # Each row begins with the number of its filter: 0 for none.
    rows = np.zeros((height, 1 + width * 3), np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * 3)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, red-green-blue
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
