"""Commands: all that a key does while one plays, in a menu, for whom the mouse is nearer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.screen import Pop, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

_FIRST: Final = (
    Command.EXPLORE,
    Command.REST,
    Command.SEARCH,
    Command.PICK_UP,
    Command.PACK,
    Command.GO_DOWN,
    Command.GO_UP,
)
"""What is wanted most, on top."""
_NEVER: Final = (Command.CANCEL,)


class Commands(Menu):
    """All commands, the most common first; choosing one presses its key."""

    def __init__(self, theme: Theme, press: Callable[[str, View], Steps]) -> None:
        actions = theme.keymap.sections[Context.PLAY].actions
        others = [one for one in actions if one not in _FIRST and one not in _NEVER]
        self._bindings = [actions[one] for one in (*_FIRST, *others) if actions[one].keys]
        self._press = press
        width = max(len(one.labels) for one in self._bindings)
        choices = [Choice(f"{one.labels:<{width}}  {one.does}") for one in self._bindings]
        super().__init__(theme, "Commands", choices)

    def choose(self, number: int, view: View) -> Steps:
        """Do it, as its key does."""
        return (Pop(), *self._press(self._bindings[number].keys[0], view))
