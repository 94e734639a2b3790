"""Animation while no key comes: ambient motion on screens, and events of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import fill
from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.frames import Frame, draw_frame, frames_of
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.screens.screen import Screen
from bidden.frontend.theme import Theme
from bidden.view import Glimpse, View


@attrs.define
class Beats:
    """The ambient animation of screens."""

    still: bool = True  # a back end that can show movement sets this to False
    passed: int = 0

    def pass_one(self) -> None:
        """Go to the next beat."""
        self.passed += 1

    def move(self, screens: Sequence[Screen], view: View) -> bool:
        """Return whether anything visible moves."""
        may = bool(screens) and self._may_move(screens[-1].theme)
        return may and any(screen.moves(view) for screen in _visible(screens))

    def draw(self, console: tcod.console.Console, screens: Sequence[Screen], view: View) -> None:
        """Draw the visible screens."""
        theme = screens[-1].theme
        fill(console, theme.palette)
        for screen in _visible(screens):
            screen.layout = layout_for(console)
            screen.buttons.clear()
            screen.beat = self.passed if self._may_move(theme) else None
            screen.draw(console, view)

    def _may_move(self, theme: Theme) -> bool:
        options = theme.options
        return not self.still and options.motion == "full" and options.glyphs != "ascii"


def _visible(screens: Sequence[Screen]) -> Sequence[Screen]:
    lowest = max(i for i, screen in enumerate(screens) if i == 0 or not screen.overlay)
    return screens[lowest:]


class Film:
    """The animation between two turns: frames that are still to be shown."""

    def __init__(self) -> None:
        self._frames: list[Frame] = []
        self._ticks = 1  # for each frame
        self._drawn = 0  # ticks since the first frame was drawn

    def __bool__(self) -> bool:
        return bool(self._frames)

    def show(self, happened: Iterable[Glimpse], ticks: int = 1) -> None:
        """Show glimpses, each frame for some ticks, instead of the current animation."""
        self._frames[:], self._drawn, self._ticks = frames_of(happened), 0, ticks

    def skip(self) -> None:
        """Drop all frames."""
        self._frames.clear()

    def tick(self) -> None:
        """Go to the next frame, once this one was drawn for long enough."""
        if self._drawn >= self._ticks:
            del self._frames[:1]
            self._drawn = 0
        elif self._drawn:
            self._drawn += 1

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Draw the current frame, if any, over the map."""
        if self._frames:
            draw_frame(console, self._frames[0], palette)
        self._drawn = max(self._drawn, int(bool(self._frames)))
