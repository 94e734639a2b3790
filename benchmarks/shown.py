"""The bot played with its screen on: what a turn takes that a terminal shows.

The front end of the terminal runs as it does for a player, 80 by 24 cells, but what it
would send is dropped. It paints at most 60 times a second, and a turn that it would not
paint is not shown: so a turn is waited for, and what is measured is the processor's time.
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
from bidden.frontend.shown import Shown
from bidden.frontend.terminal.app import TerminalApp
from bidden.frontend.theme import load_theme
from bidden.recording import playing
from bidden.view import View

__all__ = ["shown"]

_OPTIONS = Options(typed_ahead="kept")
"""One key is pressed again and again: it is to count, whatever comes into view, and as it is."""
_FRAME = 1 / 50
"""How long a turn is waited for, in seconds: longer than it takes until it is painted."""


class _BotScreen(PlayScreen):
    """The screen of a game in which any key lets the bot take its turn."""

    drawn = 0

    def press(self, key: str, view: View) -> Steps:
        """Let the bot choose."""
        return (Perform(choose(view)),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Count what is drawn."""
        self.drawn += 1
        super().draw(console, view)


def shown(path: Path, seed: int, turns: int) -> float:
    """Give what a turn takes of the processor's time, in nanoseconds.

    Args:
        path: A new journal.
        seed: The seed of the game.
        turns: How many turns to play, or until the game is over.
    """
    game = playing.begin(seed, path)
    theme = attrs.evolve(load_theme(), options=_OPTIONS)
    screen = _BotScreen(theme, game.notice)
    app = TerminalApp(Stack(screen, Shown(game)), theme)

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
