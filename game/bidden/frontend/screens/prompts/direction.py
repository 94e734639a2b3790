"""The direction prompt: asks which way, and makes an intent of the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import tcod.console

from bidden.frontend.drawing.bar import draw_bar
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import NOTHING, Go, Perform, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent
from bidden.view import View


class DirectionPrompt(Screen):
    """A question to be answered with a direction."""

    overlay: ClassVar[bool] = True

    def __init__(
        self, theme: Theme, question: str, then: Callable[[int, int], Intent | Go]
    ) -> None:
        """Ask over the screen beneath.

        Args:
            theme: The keymap and the palette.
            question: What to ask.
            then: Makes the intent, or what is gone on with, given how many tiles east and south.
        """
        super().__init__(theme)
        self._question = question
        self._then = then

    def press(self, key: str, view: View) -> Steps:
        """Perform the intent in the direction of a key, or go away."""
        direction = self.theme.keymap.direction(key)
        if direction is not None:
            meant = self._then(*direction)
            return (Pop(), meant if isinstance(meant, Go) else Perform(meant))
        if self.theme.keymap.action(key, Context.PROMPT) is Command.CANCEL:
            return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the question in place of the newest message."""
        ink = self.theme.palette.prompt
        cancel = self.theme.keymap.hint(Context.PROMPT, Command.CANCEL)
        text = f" {self._question} ({cancel}: never mind)"
        draw_bar(console, -1, text, ink)
