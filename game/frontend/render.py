"""Rendering: a view as plain text or as a picture, with no screen needed."""

from __future__ import annotations

from pathlib import Path

import tcod.console

from game.frontend.canvas import fill, new_console
from game.frontend.kit import load_kit
from game.frontend.png import encode_png
from game.frontend.screens.ending import EndingScreen
from game.frontend.screens.play import PlayScreen
from game.frontend.tileset import load_tileset
from game.view import View

__all__ = ["screenshot", "text", "text_of"]


def text(view: View) -> str:
    """Render the screen a player would see as 24 lines, without blanks at their ends."""
    return text_of(_drawn(view))


def screenshot(view: View, path: str | Path) -> None:
    """Write the screen a player would see to a PNG file.

    Raises:
        OSError: The file cannot be written.
    """
    pixels = load_tileset().render(_drawn(view))
    Path(path).write_bytes(encode_png(pixels[:, :, :3]))


def text_of(console: tcod.console.Console) -> str:
    """Give the characters of a console, without blanks at the ends of its lines."""
    return "\n".join("".join(map(chr, row)).rstrip() for row in console.rgb["ch"].tolist())


def _drawn(view: View) -> tcod.console.Console:
    console, kit = new_console(), load_kit()
    fill(console, kit.palette)
    PlayScreen(kit).draw(console, view)
    if view.ending is not None:
        EndingScreen(kit).draw(console, view)
    return console
