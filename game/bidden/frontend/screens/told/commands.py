"""Menus of commands: that of the game for Esc, all commands for a right click."""

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
"""The commands at the top, used most often."""
_OF_THE_GAME: Final = (
    Command.HELP,
    Command.OPTIONS,
    Command.MESSAGES,
    Command.CHARACTER,
    Command.BINDING,
    Command.MAP,
    Command.QUIT,
)


class GameMenu(Menu):
    """The menu of the game, which Esc opens and closes."""

    contexts = ()  # its own ? is on the menu

    def __init__(self, theme: Theme, press: Callable[[str, View], Steps]) -> None:
        self._press = press
        actions = theme.keymap.sections[Context.PLAY].actions
        bound = [actions[one] for one in _OF_THE_GAME]
        choices = [Choice(f"{one.does[:1].upper()}{one.does[1:]}", one.keys[0]) for one in bound]
        super().__init__(theme, "Menu", [Choice("Play on"), *choices])

    def choose(self, number: int, view: View) -> Steps:
        key = self.choices[number].key
        return (Pop(), *self._press(key, view)) if key else (Pop(),)


class Commands(Menu):
    """All commands, the most common first; choosing one presses its key."""

    def __init__(self, theme: Theme, press: Callable[[str, View], Steps]) -> None:
        self._press = press
        actions = theme.keymap.sections[Context.PLAY].actions
        ordered = dict.fromkeys((*_FIRST, *actions))
        self._bindings = [actions[one] for one in ordered if one is not Command.CANCEL]
        width = max(len(one.labels) for one in self._bindings)
        choices = [Choice(f"{one.labels:<{width}}  {one.does}") for one in self._bindings]
        super().__init__(theme, "Commands", choices)

    def choose(self, number: int, view: View) -> Steps:
        return (Pop(), *self._press(self._bindings[number].keys[0], view))
