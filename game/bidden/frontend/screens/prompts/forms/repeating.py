"""The prompt for a number of repetitions, and the command to repeat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.prompts.forms.typed import NumberPrompt
from bidden.frontend.screens.screen import NOTHING, Pop, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent, Move, Search, Wait
from bidden.view import View

_DIGITS: Final = 4


class RepeatPrompt(NumberPrompt):
    """A count, ended by the key of the command to repeat."""

    def __init__(self, theme: Theme, then: Callable[[Intent, int], Steps]) -> None:
        hint = theme.keymap.hint
        search = hint(Context.PLAY, Command.SEARCH)
        question = f"How many times? Type a number, then a direction or {search} to search:"
        wait = partial(then, Wait())
        super().__init__(theme, question, wait, accept="wait that many turns", most=_DIGITS)
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
        match self.theme.keymap.action(key, Context.PLAY):
            case Command.WAIT:
                return Wait()
            case Command.SEARCH:
                return Search()
        return None
