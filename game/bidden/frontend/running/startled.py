"""Startled: keys that were pressed before something new could be seen do not count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import tcod.console

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keys import label

_HELD: Final = 0.12
"""Within so many seconds of the same key a key is held, and not pressed anew."""
_LET_GO: Final = 0.8
"""After so many seconds without a key it was let go: while held it repeats sooner, at first too."""
_ANEW: Final = 0.3
"""Once it was passed over, or came so late before, so many are enough: a key that is held repeats
late but once."""


class Startled:
    """Says which keys count.

    Once startled, it lets no key count until the screen was drawn, nor after that the key that
    came last, until it is let go: it may be held, though it was not repeated yet. Any other counts
    at once.

    Attributes:
        held: Whether the last key that has come is held since it was pressed.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with all keys counting.

        Args:
            clock: Tells the time, in seconds.
        """
        self._clock = clock
        self._key, self._at = "", clock()
        self._startled = self._unseen = self._passed_over = self._slow = False
        self.held = False

    def startle(self) -> None:
        """Let no key count for now: there is something new, and it is not drawn yet."""
        self._startled = self._unseen = True

    def pass_over_held(self) -> None:
        """Let the key that came last not count until it is let go; any other counts at once."""
        self._startled = True

    def drawn(self) -> None:
        """Note that what is new can be seen now."""
        self._unseen = False

    def hears(self, key: str) -> bool:
        """Say whether a key that has come counts."""
        now = self._clock()
        same, since = key == self._key, now - self._at
        self.held = same and since < _HELD
        self._key, self._at = key, now
        let_go = since >= (_ANEW if self._passed_over or self._slow else _LET_GO)
        self._slow = same and since >= _ANEW
        self._passed_over = self._startled and (self._unseen or (same and not let_go))
        self._startled = self._passed_over
        return not self._passed_over

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Say in the last row which key does not count, where one was pressed in vain."""
        if self._passed_over:
            key = label(self._key)
            told = f" There is something new to see: {key} counts again once it was let go."
            draw_bar(console, -1, told, palette.prompt)
