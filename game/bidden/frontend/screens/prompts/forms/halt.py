"""A halt: what the player would not go past unread, until the key that goes on is pressed."""

from __future__ import annotations

from typing import ClassVar

import tcod.console

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View


class Halt(Screen):
    """A line that has to be acknowledged; no other key means anything until then."""

    overlay: ClassVar[bool] = True

    def __init__(self, theme: Theme, told: str) -> None:
        super().__init__(theme)
        self._told = told

    def press(self, key: str, view: View) -> Steps:
        """Go on by what takes or leaves a question for words, for neither is a step."""
        known = self.theme.keymap.action(key, Context.TEXT) in (Command.ACCEPT, Command.CANCEL)
        return (Pop(),) if known else NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw it in place of the newest message, with the key that goes on."""
        accept = self.theme.keymap.hint(Context.TEXT, Command.ACCEPT)
        self.hint_bar(console, f"{self._told} ({accept}: continue)", self.theme.palette.prompt)
