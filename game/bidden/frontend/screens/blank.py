"""Blank: what is on the screen until there is a game to show."""

from __future__ import annotations

import tcod.console

from bidden.frontend.screens.screen import NOTHING, Screen, Steps
from bidden.view import View


class BlankScreen(Screen):
    """Nothing, and no key means anything yet."""

    def press(self, key: str, view: View) -> Steps:
        """Wait."""
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Leave it empty."""
