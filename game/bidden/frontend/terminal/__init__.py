"""The terminal: the screens presented by Textual, and a terminal left as it was found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from bidden.frontend.port import Game, Lobby, Playback
from bidden.frontend.running.leisure import unhurried
from bidden.frontend.running.stack import Stack
from bidden.frontend.terminal.app import TerminalApp
from bidden.frontend.theme import Theme, load_own_theme

__all__ = ["InTerminal", "play", "replay", "welcome"]


@attrs.frozen
class InTerminal:
    """Shows games in the terminal.

    Attributes:
        settings: The file of the player's settings; None for that in the configuration folder.
    """

    settings: Path | None = None

    def play(self, begin: Callable[[], Game], told: str) -> None:
        """Play a game until it is over or the player leaves.

        Args:
            begin: Starts the game, after the message is shown.
            told: The message until then.

        Raises:
            SystemExit: A signal ended the process.
            Exception: An error of the game or of ``begin``, after the terminal was restored.
        """
        theme = load_own_theme(self.settings)
        _run(Stack.for_opening(begin, told, theme), theme)

    def replay(self, playback: Playback) -> None:
        """Play back a journal until the player leaves.

        Raises:
            SystemExit: A signal ended the process.
            Exception: An error of the playback, after the terminal was restored.
        """
        theme = load_own_theme(self.settings)
        _run(Stack.for_playback(playback, theme), theme)

    def welcome(self, lobby: Lobby) -> None:
        """Show the title, and everything opened from there, until the player leaves.

        Raises:
            SystemExit: A signal ended the process.
            Exception: An error of a game, after the terminal was restored.
        """
        theme = load_own_theme(self.settings)
        _run(Stack.for_lobby(lobby, theme), theme)


_USUAL: Final = InTerminal()
play, replay, welcome = _USUAL.play, _USUAL.replay, _USUAL.welcome


def _run(stack: Stack, theme: Theme) -> None:
    app = TerminalApp(stack, theme)
    with unhurried():
        app.run(mouse=theme.options.mouse != "off")
    if app.failure is not None:
        raise app.failure
    if app.killed_by is not None:
        raise SystemExit(128 + app.killed_by)  # what shells report of a signal's victim
    if app.return_code:
        raise SystemExit(app.return_code)
