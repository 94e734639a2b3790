"""The window: the screens presented by tcod, on a display."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bidden.frontend.running.stack import StackFrontEnd
from bidden.frontend.theme import load_own_theme
from bidden.frontend.window.display import NoDisplayError, open_window
from bidden.frontend.window.loop import run

__all__ = ["NoDisplayError", "opened"]


@contextmanager
def opened(settings: Path | None = None) -> Iterator[StackFrontEnd]:
    """Open a window, and close it when the block ends.

    The settings file is by default the one in the configuration folder.

    Raises:
        ContentError: The player's settings are invalid.
        NoDisplayError: The system has no display to open a window on.
    """
    theme = load_own_theme(settings)
    with open_window(theme.options, str(theme.path)) as context:
        yield StackFrontEnd(lambda: theme, partial(run, context))
