"""Replay: a journal played back on the board, at any pace."""

from __future__ import annotations

from typing import Final

import tcod.console

from game.frontend.board import LOG_ROWS, MAP_ROW, draw_header, draw_log, draw_map
from game.frontend.canvas import HEIGHT, WIDTH, clean, cut, put
from game.frontend.keymap import Action, Context
from game.frontend.kit import Kit
from game.frontend.port import Playback
from game.frontend.screens.help import help_screen
from game.frontend.screens.history import history_screen
from game.frontend.screens.screen import (
    NOTHING,
    TICKS_PER_SECOND,
    Advance,
    Push,
    Quit,
    Screen,
    Steps,
)
from game.frontend.screens.why import why_latest
from game.view import MAP_HEIGHT, View

__all__ = ["ReplayScreen"]

_SPEEDS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Records a second."""
_USUAL: Final = 2


class ReplayScreen(Screen):
    """The board with a line on how far the playback is; plays from the start."""

    def __init__(self, kit: Kit, playback: Playback) -> None:
        """Begin to play.

        Args:
            kit: The keymap and the palette.
            playback: Read for its position only; the steps returned move it on.
        """
        super().__init__(kit)
        self._playback = playback
        self._playing = True
        self._speed = _USUAL
        self._due = 0  # in ticks' worth of records, so that no speed is rounded
        self._told_of_divergence = False

    def press(self, key: str, view: View) -> Steps:
        """Pause, go on, step, change the speed, or leave."""
        match self.kit.keymap.action(key, Context.REPLAY):
            case Action.PAUSE:
                self._playing = not self._playing
            case Action.STEP:
                self._playing = False
                return (Advance(),)
            case Action.FASTER:
                self._speed = min(self._speed + 1, len(_SPEEDS) - 1)
            case Action.SLOWER:
                self._speed = max(self._speed - 1, 0)
            case Action.MESSAGES:
                return (Push(history_screen(self.kit, view)),)
            case Action.WHY:
                return why_latest(self.kit, view)
            case Action.HELP:
                return (Push(help_screen(self.kit, view)),)
            case Action.LEAVE:
                return (Quit(),)
        return NOTHING

    def look(self, view: View) -> Steps:
        """Stop at the first difference from the recording, once."""
        if self._playback.diverged and not self._told_of_divergence:
            self._told_of_divergence = True
            self._playing = False
        return NOTHING

    def tick(self, view: View) -> Steps:
        """Play as many records as a tick is worth."""
        if not self._playing or self._at_end:
            self._due = 0
            return NOTHING
        records, self._due = divmod(self._due + _SPEEDS[self._speed], TICKS_PER_SECOND)
        return (Advance(),) * records

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the board, and below it how far it is and any divergence."""
        palette = self.kit.palette
        diverged = clean(self._playback.diverged)
        draw_header(console, view, palette, f"Seed {view.seed}")
        draw_map(console, view, palette)
        draw_log(console, view, palette, rows=LOG_ROWS - (2 if diverged else 1))
        if diverged:
            text = cut(f"Divergence: {diverged}", WIDTH - 1)
            put(console, 0, MAP_ROW + MAP_HEIGHT + 1, text, palette.tone("harm").fg)
        ink = palette.header
        put(console, 0, HEIGHT - 1, " " * WIDTH, ink.fg, ink.bg)
        put(console, 1, HEIGHT - 1, self._status(view), palette.bright.fg)
        put(console, WIDTH - 1 - len(self._hints), HEIGHT - 1, self._hints, palette.faint.fg)

    @property
    def _at_end(self) -> bool:
        return self._playback.position >= self._playback.length

    def _status(self, view: View) -> str:
        done = f"Replay {self._playback.position}/{self._playback.length}"
        if self._at_end:
            return f"{done}, the end. {view.epitaph}"
        pace = f"{_SPEEDS[self._speed]} a second"
        return f"{done}, {pace}" if self._playing else f"{done}, {pace}, paused"

    @property
    def _hints(self) -> str:
        def hint(action: Action) -> str:
            return self.kit.keymap.hint(Context.REPLAY, action)

        leave = f"{hint(Action.LEAVE)} leave"
        if self._at_end:
            return leave
        pause = f"{hint(Action.PAUSE)} {'pause' if self._playing else 'go on'}"
        speed = f"{hint(Action.FASTER)}/{hint(Action.SLOWER)} speed"
        return "  ".join((pause, f"{hint(Action.STEP)} step", speed, leave))
