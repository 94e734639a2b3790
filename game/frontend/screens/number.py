"""The number prompt: asks for a number of some digits, and makes steps of the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import tcod.console

from game.frontend.canvas import HEIGHT, WIDTH, put
from game.frontend.keymap import Action, Context
from game.frontend.kit import Kit
from game.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from game.view import View

__all__ = ["NumberPrompt"]

_DIGITS: Final = frozenset("0123456789")
_MOST_DIGITS: Final = 9


class NumberPrompt(Screen):
    """A question to be answered with a number."""

    overlay: ClassVar[bool] = True

    def __init__(self, kit: Kit, question: str, then: Callable[[int], Steps]) -> None:
        """Ask.

        Args:
            kit: The keymap and the palette.
            question: What to ask.
            then: Makes the steps, given the number.
        """
        super().__init__(kit)
        self._question = question
        self._then = then
        self._digits = ""

    def press(self, key: str, view: View) -> Steps:
        """Take a digit in, take the last one away, accept the number, or go away."""
        if key in _DIGITS:
            if len(self._digits) < _MOST_DIGITS:
                self._digits += key
            return NOTHING
        match self.kit.keymap.action(key, Context.NUMBER):
            case Action.ERASE:
                self._digits = self._digits[:-1]
            case Action.ACCEPT if self._digits:
                return (Pop(), *self._then(int(self._digits)))
            case Action.ACCEPT | Action.CANCEL:
                return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the question and the digits in place of the bottom row."""
        ink = self.kit.palette.prompt
        hint = self.kit.keymap.hint
        accept, cancel = (hint(Context.NUMBER, action) for action in (Action.ACCEPT, Action.CANCEL))
        text = f" {self._question} {self._digits}_   ({accept}: go there, {cancel}: never mind)"
        put(console, 0, HEIGHT - 1, text.ljust(WIDTH), ink.fg, ink.bg)
