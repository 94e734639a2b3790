"""The window: the screens presented by tcod, on a display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import tcod.context

from bidden.frontend.port import Game, Lobby, Playback
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import Theme, load_own_theme
from bidden.frontend.window.display import NoDisplayError, open_window
from bidden.frontend.window.loop import run

__all__ = ["NoDisplayError", "Window", "opened"]


@contextmanager
def opened(settings: Path | None = None) -> Iterator[Window]:
    """Open a window, and close it in the end.

    Args:
        settings: The file of the player's settings; None for that in the configuration folder.

    Raises:
        ContentError: The player's settings do not fit.
        NoDisplayError: The system has no display to open a window on.
    """
    theme = load_own_theme(settings)
    with open_window(theme.options, str(theme.path)) as context:
        yield Window(context, theme)


class Window:
    """An open window, in which games are shown."""

    def __init__(self, context: tcod.context.Context, theme: Theme) -> None:
        self._context = context
        self._theme = theme

    def play(self, begin: Callable[[], Game], told: str) -> None:
        """Play a game until it is over, the player leaves, or the window is closed.

        Args:
            begin: Starts the game, after the message is shown.
            told: The message until then.
        """
        run(self._context, Stack.for_opening(begin, told, self._theme))

    def replay(self, playback: Playback) -> None:
        """Show a journal being played back until it is left, or the window is closed."""
        run(self._context, Stack.for_playback(playback, self._theme))

    def welcome(self, lobby: Lobby) -> None:
        """Show the title and everything opened from there, until the player leaves."""
        run(self._context, Stack.for_lobby(lobby, self._theme))
