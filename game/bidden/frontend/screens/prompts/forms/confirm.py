"""Confirm: a question that yes answers with given steps, and anything else with none."""

from __future__ import annotations

from typing import ClassVar, Final

import tcod.console

from bidden.frontend.drawing.canvas import box, put, wrap
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

_FRAME: Final = 6
"""How many columns the frame takes."""
_DETAILS: Final = 8
"""The maximum number of rows with details."""


class Confirm(Screen):
    """A yes or no question; the ``deaf`` key does not mean yes."""

    overlay: ClassVar[bool] = True
    contexts = (Context.CONFIRM,)

    def __init__(
        self,
        theme: Theme,
        question: str,
        detail: str,
        then: Steps,
        *,
        deaf: str = "",
    ) -> None:
        super().__init__(theme)
        self._question = question
        self._detail = detail
        self._then = then
        self._deaf = deaf

    def press(self, key: str, view: View) -> Steps:
        """Answer yes with the steps it was given, no by going away."""
        match self.theme.keymap.action(key, Context.CONFIRM):
            case Command.NO:
                return (Pop(),)
        return (Pop(), *self._then) if key in self._yes() else NOTHING

    def _yes(self) -> list[str]:
        keys = self.theme.keymap.sections[Context.CONFIRM].actions[Command.YES].keys
        return [key for key in keys if key != self._deaf]

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette, keymap = self.theme.palette, self.theme.keymap
        bound = keymap.sections[Context.CONFIRM].actions
        yes = label((*self._yes(), *bound[Command.YES].keys)[0])
        no = label(bound[Command.NO].keys[0])
        answers = f"{yes} yes   {no} no"
        room = console.width - _FRAME
        rows = [(text, palette.bright.fg) for text in wrap(self._question, room)]
        rows += [(text, palette.box.fg) for text in wrap(self._detail, room)][:_DETAILS]
        width = max(len(answers), *(len(text) for text, _ in rows)) + _FRAME
        x, y = (console.width - width) // 2, max(0, console.height // 2 - 2 - len(rows))
        box(console, x, y, width, len(rows) + 5, palette.box)
        for row, (text, colour) in enumerate(rows, y + 2):
            put(console, x + 3, row, text, colour)
        self.hint(console, x + 3, y + len(rows) + 3, answers, palette.faint.fg)
