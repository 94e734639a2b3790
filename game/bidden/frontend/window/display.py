"""Opening a window, with one clear error without a display."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import tcod.context
from tcod.cffi import lib

from bidden.frontend.drawing.pictures.tileset import load_tileset
from bidden.frontend.preferences.options import USUAL, Options

_SETTLING: Final = 0.05
"""Seconds from the last event until the window closes.

SDL wakes itself with a message to its window, over a second connection to the X server. If the
window is gone when it arrives, that is an error which ends the program.
"""


class NoDisplayError(RuntimeError):
    """There is nowhere to open a window."""


@contextmanager
def open_window(
    options: Options = USUAL, file: str = "options.toml"
) -> Iterator[tcod.context.Context]:
    """Open the game's window with options from a file, and close it when the block ends.

    Raises:
        ContentError: The font cannot be read.
        NoDisplayError: The system has no display to open a window on.
    """
    _look_for_a_display()
    flags = tcod.context.SDL_WINDOW_RESIZABLE
    if options.full_screen == "on":
        flags |= tcod.context.SDL_WINDOW_FULLSCREEN
    columns, rows = options.window_cells
    with _quiet():
        tileset = load_tileset(options.window_font, file)
        try:
            context = tcod.context.new(
                columns=columns,
                rows=rows,
                tileset=tileset,
                sdl_window_flags=flags,
                title="Bidden",
                argv=(),  # or tcod would read the program's options
            )
        except RuntimeError as error:
            reason = str(error).strip().splitlines()[-1]
            raise NoDisplayError(f"can't open a window: {reason}") from None
        with context:
            if context.sdl_window is not None:
                # Only text input follows the layout of the keyboard.
                context.sdl_window.start_text_input(autocorrect=False)
            yield context
            time.sleep(_SETTLING)


def _look_for_a_display() -> None:
    """Fail at once without a display. SDL would first try all its drivers."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    drivers = ("SDL_VIDEO_DRIVER", "SDL_VIDEODRIVER")  # may name one that needs no display
    if sys.platform == "linux" and not any(map(os.environ.get, displays + drivers)):
        raise NoDisplayError("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    if sys.platform == "linux" and not any(map(os.environ.get, ("WAYLAND_DISPLAY", *drivers))):
        # Otherwise SDL tries Wayland first, whose library complains on stderr.
        lib.SDL_SetHint(b"SDL_VIDEO_DRIVER", b"x11")


@contextmanager
def _quiet() -> Iterator[None]:
    """Hide SDL's log messages from the terminal, unless logging is set up."""
    logger, handler = logging.getLogger("tcod"), logging.NullHandler()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
