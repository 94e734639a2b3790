"""Leisure: garbage is collected while no key comes, and not between a key and what it shows.

Looking through all that a game holds takes longer than a frame. What has stayed is put aside, so
that it is looked through seldom, and only while nobody waits.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from attrs import define

_QUIET: Final = 0.5
"""Seconds without a key after which nobody waits."""
_SELDOM: Final = 100
"""A collection of all comes by itself after so many smaller ones; Python's own number is ten."""
_WORTH_IT: Final = 2
"""After so many smaller ones there is something to be collected."""
_THOROUGH: Final = 30
"""Each so-many-th time what was put aside is looked through as well."""


@define
class Leisure:
    """The time in which nobody waits."""

    _clock: Callable[[], float] = time.monotonic
    _since: float = 0.0
    _times: int = 0

    def end(self) -> None:
        """Begin to wait anew: a key has come."""
        self._since = self._clock()

    def use(self) -> bool:
        """Collect garbage, if no key has come for a while and there is any; say whether."""
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
    """Leave it to leisure to collect garbage, but for what is small."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(before[0], before[1], _SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
