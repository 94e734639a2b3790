"""A bot playing with the screen on: the time of a turn that is drawn in a terminal.

The terminal front end runs as for a player, with 80 by 24 cells, but its output is
dropped. It paints at most 60 times a second and would skip faster turns, so the
benchmark waits after each turn and measures CPU time.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import process_time_ns

import attrs
import tcod.console
from textual import events

from bidden.bots.explorer import choose
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.screen import Perform, Steps
from bidden.frontend.terminal.app import TerminalApp
from bidden.frontend.theme import load_theme
from bidden.recording import playing
from bidden.view import View

__all__ = ["shown"]

_OPTIONS = Options(typed_ahead="kept")
"""Count every press of the repeated key, whatever comes into view."""
_FRAME = 1 / 50
"""Wait after each turn in seconds: long enough for it to be painted."""


class _BotScreen(PlayScreen):
    """A game screen on which any key lets the bot take its turn."""

    drawn = 0

    def press(self, key: str, view: View) -> Steps:
        """Return the bot's choice."""
        return (Perform(choose(view)),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Count the frame and draw it."""
        self.drawn += 1
        super().draw(console, view)


def shown(path: Path, seed: int, turns: int) -> float:
    """Return the CPU time of a turn in nanoseconds.

    Args:
        path: The path of a new journal.
        seed: The seed of the game.
        turns: The most turns to play; the game may end earlier.
    """
    game = playing.begin(seed, path)
    theme = attrs.evolve(load_theme(), options=_OPTIONS)
    screen = _BotScreen(theme, game.notice)
    app = TerminalApp(Stack(screen, game))

    async def play() -> float:
        async with app.run_test(size=(80, 24)):
            await asyncio.sleep(10 * _FRAME)
            idle = process_time_ns()
            await asyncio.sleep(50 * _FRAME)
            idle = (process_time_ns() - idle) // 50
            intents, drawn, start = 0, screen.drawn, process_time_ns()
            while game.session.ending is None and game.session.world.turn < turns:
                app.post_message(events.Key("space", " "))
                await asyncio.sleep(_FRAME)
                intents += 1
            spent = process_time_ns() - start - intents * idle
            if screen.drawn - drawn < intents:
                raise AssertionError("not every turn was shown: the machine is too busy")
            return spent / game.session.world.turn

    return asyncio.run(play())
