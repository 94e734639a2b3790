"""The keys of a run, with their timing, for front ends whose state cannot be queried.

It is played here first, on the same stack; a front end's journal must match this one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

from bidden.bots.memory import Memory
from bidden.content.mods import RUN
from bidden.intents import Intent, Search, Wait
from bidden.session import Session
from bidden.view import Ending, View
from tests.frontend.keyed import Keyed

LOST: Final = 6
"""A seed whose run is soon lost by doing nothing."""
_HELD: Final = 0.9
"""Within nearly this many seconds, the same key counts as held down."""
_DRAWN: Final = 0.15
"""The result of a key is drawn within this many seconds, unless the machine is very busy."""


@attrs.frozen
class Pressed:
    """A key, and its result.

    Attributes:
        key: Its name.
        intents: The total number of intents performed by then.
    """

    key: str
    intents: int


class Scribe(Keyed):
    """Records the keys it presses."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, self._next)
        self.script: list[Pressed] = []

    def press(self, *keys: str) -> None:
        for key in keys:
            if not self._is_over():
                super().press(key)
                self.script.append(Pressed(key, len(self.game.performed)))

    def _next(self, view: View, memory: Memory) -> Intent:
        """Alternate waiting and searching near foes: a repeated key could count as held down."""
        return Wait() if view.turn % 2 else Search()


def to_a_death() -> list[Pressed]:
    """Return the keys of a lost run, from the first offer on; its seed is ``LOST``."""
    scribe = Scribe(Session(LOST, level=RUN))
    scribe.play(9_000)
    assert scribe.stack.view.ending is Ending.DIED
    return scribe.script


class Waiting:
    """Finds out from a game's journals when the next key can be pressed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ""

    def pause(self, key: str) -> float:
        """Return the seconds to wait: the same key at once would count as held down."""
        before, self._key = self._key, key
        return _HELD if key == before else _DRAWN

    def has_come_to(self, intents: int) -> bool:
        """Return whether the newest journal has this many intents."""
        return self.intents >= intents

    @property
    def intents(self) -> int:
        """Return the number of intents in the newest journal."""
        newest = max(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
        lines = newest.read_bytes().split(b"\n")
        return sum(b'"kind":"intent"' in line for line in lines)
