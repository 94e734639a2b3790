"""The key prompt: whatever key is pressed is the answer, but the one that goes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.drawing.canvas import box, put, wrap
from bidden.frontend.screens.screen import Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

_FRAME: Final = 6
"""How many columns the frame takes."""
_LEAVES = "escape"
"""No keymap may take this away: there must be a way back."""


class KeyPrompt(Screen):
    """A question to be answered with a key."""

    overlay: ClassVar[bool] = True

    def __init__(
        self, theme: Theme, question: str, then: Callable[[str], Steps], detail: str = ""
    ) -> None:
        super().__init__(theme)
        self._question = question
        self._then = then
        self._detail = detail

    def press(self, key: str, view: View) -> Steps:
        """Use the key, or go back."""
        return (Pop(),) if key == _LEAVES else (Pop(), *self._then(key))

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette = self.theme.palette
        question = wrap(self._question, console.width - _FRAME)
        detail = f"{self._detail}   Esc cancel".strip()
        width = max(len(detail), *map(len, question)) + _FRAME
        x, y = (console.width - width) // 2, console.height // 2 - 3 - len(question)
        box(console, x, y, width, len(question) + 5, palette.box)
        for row, text in enumerate(question, y + 2):
            put(console, x + 3, row, text, palette.bright.fg)
        self.hint(console, x + 3, y + len(question) + 3, detail, palette.faint.fg)
