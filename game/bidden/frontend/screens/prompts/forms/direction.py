"""The direction prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import tcod.console

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import NOTHING, Perform, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent
from bidden.view import View


class DirectionPrompt(Screen):
    """A question answered with a direction, in tiles east and south."""

    overlay: ClassVar[bool] = True
    contexts = Context.PROMPT, Context.DIRECTIONS

    def __init__(
        self, theme: Theme, question: str, then: Callable[[int, int], Intent | Steps]
    ) -> None:
        super().__init__(theme)
        self._question = question
        self._then = then

    def press(self, key: str, view: View) -> Steps:
        direction = self.theme.keymap.direction(key)
        if direction is not None:
            return self._answer(direction)
        if self.theme.keymap.action(key, Context.PROMPT) is Command.CANCEL:
            return (Pop(),)
        self._question = f"Press a direction. {self._question.removeprefix('Press a direction. ')}"
        return NOTHING

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        direction = self.layout.direction_at(x, y, view.here)
        if right or direction is None:
            return super().click(x, y, view, right=right)
        return self._answer(direction)

    def _answer(self, direction: tuple[int, int]) -> Steps:
        meant = self._then(*direction)
        return (Pop(), *(meant if isinstance(meant, tuple) else (Perform(meant),)))

    def draw(self, console: tcod.console.Console, view: View) -> None:
        cancel = self.theme.keymap.hint(Context.PROMPT, Command.CANCEL)
        self.hint_bar(console, f" {self._question} ({cancel}: cancel)", self.theme.palette.prompt)
