"""Startled: keys that were pressed before something new could be seen do not count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_HELD: Final = 0.12
"""Within so many seconds of the same key a key is held, and not pressed anew."""


class Startled:
    """Says which keys count.

    Once startled, it lets no key count until the screen was drawn, nor after that the key that was
    held then, until it is let go. Any other counts at once.

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
        self._startled = self._unseen = False
        self.held = False

    def startle(self) -> None:
        """Let no key count for now: there is something new, and it is not drawn yet."""
        self._startled = self._unseen = True

    def drawn(self) -> None:
        """Note that what is new can be seen now."""
        self._unseen = False

    def hears(self, key: str) -> bool:
        """Say whether a key that has come counts."""
        now = self._clock()
        self.held = key == self._key and now - self._at < _HELD
        self._key, self._at = key, now
        if self._startled and (self._unseen or self.held):
            return False
        self._startled = False
        return True
