"""The input guard: ignores keys that were pressed before the player could see new danger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import tcod.console

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keys import label
from bidden.words import phrase

# A terminal repeats a held key every 30 to 60 ms, after a first pause of 250 to 660 ms. Even fast
# tapping leaves 150 ms between two presses, so only a shorter gap shows that the key is held.
_REPEAT_GAP: Final = 0.12  # seconds
_FIRST_PAUSE: Final = 0.7  # seconds
# The first repeat comes as late as a tap would, and no terminal tells one from the other. It
# counts; but only a second late press in a row shows that the key is tapped.
_LATE_PRESSES_OF_TAPPING: Final = 2


class InputGuard:
    """Decides which key presses count once there is new danger.

    No key counts until the danger has been drawn. After that every key counts, except repeats of
    a held key: these are ignored until it is released. The clock returns seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._key, self._time = "", clock()
        self._drawn_at = clock()
        self._is_drawn = True
        self._is_guarding = self._ignored = self._unseen = False
        self._late_presses = 0
        self._gap = _REPEAT_GAP
        self.held = False  # whether the latest press was the repeat of a held key

    def alarm(self) -> None:
        """Start to guard: there is new danger, and it has not been drawn yet."""
        self._guard(_REPEAT_GAP)
        self._is_drawn = False

    def block_latest_key(self) -> None:
        """Ignore the latest key until it is released, and its first repeat as well.

        A tap that comes as soon as a first repeat is lost, which is better than a wrong answer.
        """
        self._guard(_FIRST_PAUSE)

    def _guard(self, gap: float) -> None:
        self._is_guarding, self._gap, self._late_presses = True, gap, 0

    def drawn(self) -> None:
        """Note that the player can see the danger from now on."""
        if not self._is_drawn:
            self._is_drawn, self._drawn_at = True, self._clock()

    def accepts(self, key: str, time: float | None = None) -> bool:
        """Return whether a key press counts, by the time it was pressed.

        A busy loop handles keys late: by the time of their handling, taps would look like repeats.
        """
        time = self._clock() if time is None else time
        same, since = key == self._key, time - self._time
        self.held = same and since < _REPEAT_GAP
        self._key, self._time = key, time
        unseen = self._is_guarding and (not self._is_drawn or time < self._drawn_at)
        self._unseen = unseen
        self._ignored = unseen or (self._is_guarding and same and since < self._gap)
        self._late_presses = 0 if self._ignored else self._late_presses + 1
        if not self._ignored and (not same or self._late_presses == _LATE_PRESSES_OF_TAPPING):
            self._is_guarding = False
        return not self._ignored

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Show above the map that the last key press was ignored; the danger stands below."""
        if self._ignored:
            told = phrase("ignored", "early" if self._unseen else "held", label=label(self._key))
            draw_bar(console, layout_for(console).map.y, f" {told}", palette.prompt)
