"""Questions in a box that one key answers: yes or no, or any key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.drawing.canvas import box, put, wrap
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View
from bidden.words import phrase

_FRAME: Final = 6
_DETAILS: Final = 8
"""The maximum number of rows with details."""
_LEAVES: Final = "escape"
"""The key that leaves a KeyPrompt whatever the keymap, so that there is always a way back."""


class _Question(Screen):
    """A box with a question, and hints beneath."""

    overlay: ClassVar[bool] = True

    def __init__(self, theme: Theme, question: str) -> None:
        super().__init__(theme)
        self._question = question

    def _draw(
        self, console: tcod.console.Console, details: Sequence[str], hints: str, up: int
    ) -> None:
        palette = self.theme.palette
        rows = [(text, palette.bright.fg) for text in wrap(self._question, console.width - _FRAME)]
        rows += [(text, palette.box.fg) for text in details]
        width = max(len(hints), *(len(text) for text, _ in rows)) + _FRAME
        x, y = (console.width - width) // 2, max(0, console.height // 2 - up - len(rows))
        box(console, x, y, width, len(rows) + 5, palette.box)
        for row, (text, colour) in enumerate(rows, y + 2):
            put(console, x + 3, row, text, colour)
        self.hint(console, x + 3, y + len(rows) + 3, hints, palette.faint.fg)


class Confirm(_Question):
    """A yes or no question; the ``deaf`` key does not mean yes."""

    contexts = (Context.CONFIRM,)

    def __init__(
        self, theme: Theme, question: str, detail: str, then: Steps, *, deaf: str = ""
    ) -> None:
        super().__init__(theme, question)
        self._detail = detail
        self._then = then
        self._deaf = deaf
        self._ignored = ""  # the deaf key, once pressed

    def press(self, key: str, view: View) -> Steps:
        if self.theme.keymap.action(key, Context.CONFIRM) is Command.NO:
            return (Pop(),)
        if key == self._deaf and self.theme.keymap.action(key, Context.CONFIRM) is Command.YES:
            self._ignored = label(key)
        return (Pop(), *self._then) if key in self._yes() else NOTHING

    def _yes(self) -> list[str]:
        keys = self.theme.keymap.sections[Context.CONFIRM].actions[Command.YES].keys
        return [key for key in keys if key != self._deaf]

    def draw(self, console: tcod.console.Console, view: View) -> None:
        hint = self.theme.keymap.hint
        yes = label(self._yes()[0]) if self._yes() else hint(Context.CONFIRM, Command.YES)
        no, deaf = hint(Context.CONFIRM, Command.NO), self._ignored
        hints = phrase("confirm", "keys but one" if deaf else "keys", yes=yes, no=no, deaf=deaf)
        details = wrap(self._detail, console.width - _FRAME)[:_DETAILS]
        self._draw(console, details, hints, 2)


class KeyPrompt(_Question):
    """A question that any key answers, except the one that goes back."""

    def __init__(
        self, theme: Theme, question: str, then: Callable[[str], Steps], hints: str = ""
    ) -> None:
        super().__init__(theme, question)
        self._then = then
        self._hints = hints

    def press(self, key: str, view: View) -> Steps:
        return (Pop(),) if key == _LEAVES else (Pop(), *self._then(key))

    def draw(self, console: tcod.console.Console, view: View) -> None:
        self._draw(console, (), f"{self._hints}   Esc cancel".strip(), 3)
