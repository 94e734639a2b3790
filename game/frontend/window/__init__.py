"""The window: the screens presented by tcod, on a display."""

from __future__ import annotations

from game.frontend.kit import Kit, load_kit
from game.frontend.port import Game, Playback
from game.frontend.stack import Stack
from game.frontend.window.display import NoDisplayError, open_window
from game.frontend.window.loop import run

__all__ = ["NoDisplayError", "play", "replay"]


def play(game: Game) -> None:
    """Let a game be played until it is over or left, or the window is closed.

    Raises:
        NoDisplayError: There is nowhere to open a window.
        Exception: Whatever the game raised; the window is closed first.
    """
    kit = load_kit()
    _run(Stack.for_game(game, kit), kit)


def replay(playback: Playback) -> None:
    """Show a journal being played back until it is left, or the window is closed.

    Raises:
        NoDisplayError: There is nowhere to open a window.
        Exception: Whatever the playback raised; the window is closed first.
    """
    kit = load_kit()
    _run(Stack.for_playback(playback, kit), kit, ticking=True)


def _run(stack: Stack, kit: Kit, *, ticking: bool = False) -> None:
    with open_window() as context:
        run(context, stack, kit, ticking=ticking)
