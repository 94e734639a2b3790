"""Beats: the screens as they are drawn, and how what is on them moves while no key comes."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import fill
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.screens.screen import Screen
from bidden.frontend.theme import Theme
from bidden.view import View


@attrs.define
class Beats:
    """How far what moves by itself has moved.

    Attributes:
        still: Whether nothing may move; whoever can show that sets it False.
        passed: How many beats have passed.
    """

    still: bool = True
    passed: int = 0

    def pass_one(self) -> None:
        """Go to the next beat."""
        self.passed += 1

    def move(self, screens: Sequence[Screen], view: View) -> bool:
        """Return whether anything visible moves."""
        may = bool(screens) and self._may_move(screens[-1].theme)
        return may and any(screen.moves(view) for screen in _seen(screens))

    def draw(self, console: tcod.console.Console, screens: Sequence[Screen], view: View) -> None:
        """Draw the top screen, and the screens visible below it."""
        theme = screens[-1].theme
        fill(console, theme.palette)
        for screen in _seen(screens):
            screen.layout = layout_for(console)
            screen.buttons.clear()
            screen.beat = self.passed if self._may_move(theme) else None
            screen.draw(console, view)

    def _may_move(self, theme: Theme) -> bool:
        options = theme.options
        return not self.still and options.motion == "full" and options.glyphs != "ascii"


def _seen(screens: Sequence[Screen]) -> Sequence[Screen]:
    """Return the screens that are drawn: the top one and those visible below it."""
    lowest = max(i for i, screen in enumerate(screens) if i == 0 or not screen.overlay)
    return screens[lowest:]
