"""Ending: how the game was lost or won, over the map it ended on."""

from __future__ import annotations

from typing import ClassVar, Final

import tcod.console

from game.frontend.board import MAP_ROW
from game.frontend.canvas import WIDTH, box, put, wrap
from game.frontend.keymap import Action, Context
from game.frontend.screens.history import history_screen
from game.frontend.screens.screen import NOTHING, Push, Quit, Screen, Steps
from game.view import MAP_HEIGHT, Ending, View

__all__ = ["EndingScreen"]

_BOX_WIDTH: Final = 52


class EndingScreen(Screen):
    """The end, with nothing left to do but to read the messages and to leave."""

    overlay: ClassVar[bool] = True

    def press(self, key: str, view: View) -> Steps:
        """Show the messages, or leave."""
        match self.kit.keymap.action(key, Context.ENDING):
            case Action.MESSAGES:
                return (Push(history_screen(self.kit, view)),)
            case Action.LEAVE:
                return (Quit(),)
        # A key still held down from the last fight must not close this screen.
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw a box with the epitaph in the half of the map where the player is not."""
        palette, keymap = self.kit.palette, self.kit.keymap
        won = view.ending is Ending.WON
        epitaph = wrap(view.epitaph, _BOX_WIDTH - 6)
        height = len(epitaph) + 8
        x = (WIDTH - _BOX_WIDTH) // 2
        in_the_north = view.here[1] < MAP_HEIGHT // 2
        y = MAP_ROW + (MAP_HEIGHT - height - 1 if in_the_north else 1)
        box(console, x, y, _BOX_WIDTH, height, palette.box)
        tone = palette.tone("good" if won else "harm")
        put(console, x + 3, y + 2, "Victory" if won else "You are dead", tone.fg)
        for row, text in enumerate(epitaph, y + 3):
            put(console, x + 3, row, text, palette.box.fg)
        facts = f"Turn {view.turn} · Seed {view.seed}"
        put(console, x + 3, y + height - 4, facts, palette.box.fg)
        messages, leave = (keymap.hint(Context.ENDING, a) for a in (Action.MESSAGES, Action.LEAVE))
        hints = f"{messages} messages   {leave} leave"
        put(console, x + 3, y + height - 2, hints, palette.faint.fg)
