"""Prompts for a direction, and for how often to repeat a command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.prompts.forms.typed import NumberPrompt
from bidden.frontend.screens.screen import NOTHING, Perform, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent, Move, Search, Wait
from bidden.view import View
from bidden.words import phrase

_DIGITS: Final = 4


class DirectionPrompt(Screen):
    """A question answered with a direction, in tiles east and south."""

    overlay: ClassVar[bool] = True
    contexts = Context.PROMPT, Context.DIRECTIONS

    def __init__(
        self, theme: Theme, question: str, then: Callable[[int, int], Intent | Steps]
    ) -> None:
        super().__init__(theme)
        self._asked = self._question = question
        self._then = then

    def press(self, key: str, view: View) -> Steps:
        direction = self.theme.keymap.direction(key)
        if direction is not None:
            return self._answer(direction)
        if self.theme.keymap.action(key, Context.PROMPT) is Command.CANCEL:
            return (Pop(),)
        asked = f"{self._asked[0].lower()}{self._asked[1:]}"
        self._question = phrase("direction", "wrong", question=asked)
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
        told = phrase("direction", "keys", question=self._question, label=cancel)
        self.hint_bar(console, f" {told}", self.theme.palette.prompt)


class RepeatPrompt(NumberPrompt):
    """A count, ended by the key of the command to repeat."""

    def __init__(self, theme: Theme, then: Callable[[Intent, int], Steps]) -> None:
        search = theme.keymap.hint(Context.PLAY, Command.SEARCH)
        question, accept = phrase("direction", "repeat", label=search), phrase("direction", "wait")
        super().__init__(theme, question, partial(then, Wait()), accept=accept, most=_DIGITS)
        self._repeat = then

    def press(self, key: str, view: View) -> Steps:
        intent = None if self.character(key) else self._meant(key)
        if intent is None:
            return super().press(key, view)
        if not self._line.text:
            return NOTHING
        return (Pop(), *self._repeat(intent, int(self._line.text)))

    def _meant(self, key: str) -> Intent | None:
        direction = self.theme.keymap.direction(key)
        if direction is not None:
            return Move(*direction)
        action = self.theme.keymap.action(key, Context.PLAY)
        return Wait() if action is Command.WAIT else Search() if action is Command.SEARCH else None
