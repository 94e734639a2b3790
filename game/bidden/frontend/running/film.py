"""The animation between two turns: one frame a tick."""

from __future__ import annotations

from collections.abc import Iterable

import tcod.console

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.frames import Frame, draw_frame, frames_of
from bidden.view import Glimpse


class Film:
    """Frames that are still to be shown; true while there are any."""

    def __init__(self) -> None:
        """Create it without frames."""
        self._frames: list[Frame] = []
        self._ticks = 1  # that a frame is shown for
        self._drawn = 0  # for how many ticks the first one was shown

    def __bool__(self) -> bool:
        return bool(self._frames)

    def show(self, happened: Iterable[Glimpse], ticks: int = 1) -> None:
        """Show glimpses, each frame for some ticks, instead of the current animation."""
        self._frames[:], self._drawn, self._ticks = frames_of(happened), 0, ticks

    def skip(self) -> None:
        """Show no more of it."""
        self._frames.clear()

    def tick(self) -> None:
        """Go on to the next frame, but not before this one was drawn, and for long enough."""
        if self._drawn >= self._ticks:
            del self._frames[:1]
            self._drawn = 0
        elif self._drawn:
            self._drawn += 1

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Draw the frame that it has come to, if there is one, over the map on a console."""
        if self._frames:
            draw_frame(console, self._frames[0], palette)
        self._drawn = max(self._drawn, int(bool(self._frames)))
