"""Garbage collection while no key comes, because a full one takes longer than a frame.

Objects that survive are frozen, so that they are examined rarely.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from attrs import define

_QUIET: Final = 0.5
"""Seconds without a key before a collection."""
_SELDOM: Final = 100
"""Smaller collections until an automatic full one; Python's default is 10."""
_WORTH_IT: Final = 2
"""Smaller collections until a full one is worthwhile."""
_THOROUGH: Final = 30
"""Once in this many collections, frozen objects are examined as well."""


@define
class Leisure:
    """The time in which no key comes."""

    _clock: Callable[[], float] = time.monotonic
    _since: float = 0.0
    _times: int = 0

    def end(self) -> None:
        """Restart the wait, because a key was pressed."""
        self._since = self._clock()

    def use(self) -> bool:
        """Collect garbage if no key has come for a while. Return whether it did."""
        if self._clock() - self._since < _QUIET or gc.get_count()[2] < _WORTH_IT:
            return False
        self._times += 1
        if self._times % _THOROUGH == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        return True


@contextmanager
def unhurried() -> Iterator[None]:
    """Disable automatic garbage collection except of the youngest generation."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(before[0], before[1], _SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
