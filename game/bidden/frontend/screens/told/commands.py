"""Menus of commands: the game menu for Esc, all commands for a right click."""

from __future__ import annotations

from functools import partial
from typing import Final

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.menu import Choice, Menu, Press
from bidden.frontend.screens.screen import Pop, Steps
from bidden.frontend.theme import Theme
from bidden.view import View
from bidden.words import phrase

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

    contexts = ()  # the menu has its own ?

    def __init__(self, theme: Theme, press: Press) -> None:
        actions = theme.keymap.sections[Context.PLAY].actions
        choices = [Choice(phrase("game menu", "play on"), choose=lambda view: (Pop(),))]
        for binding in (actions[command] for command in _OF_THE_GAME):
            text, key = f"{binding.does[:1].upper()}{binding.does[1:]}", binding.keys[0]
            choices.append(Choice(text, key, choose=partial(_press, press, key)))
        super().__init__(theme, phrase("game menu", "title"), choices, press)


class Commands(Menu):
    """All commands, the most common first; choosing one presses its key."""

    def __init__(self, theme: Theme, press: Press) -> None:
        actions = theme.keymap.sections[Context.PLAY].actions
        ordered = dict.fromkeys((*_FIRST, *actions))
        bindings = [actions[one] for one in ordered if one is not Command.CANCEL]
        width = max(len(one.labels) for one in bindings)
        choices = [
            Choice(f"{one.labels:<{width}}  {one.does}", choose=partial(_press, press, one.keys[0]))
            for one in bindings
        ]
        super().__init__(theme, phrase("game menu", "commands"), choices, press)


def _press(press: Press, key: str, view: View) -> Steps:
    return (Pop(), *press(key, view))
