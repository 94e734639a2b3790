"""A run by keys, for front ends that cannot be asked what they show: what to press, and when.

It is played here first, on the same stack; the journal of a front end must come to the same.
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
"""A seed whose run is lost soon by doing nothing."""
_HELD: Final = 0.9
"""Nearly so many seconds apart the same key counts as held down."""
_DRAWN: Final = 0.15
"""Within so many seconds the result of a key is drawn, unless the machine is very busy."""


@attrs.frozen
class Pressed:
    """A key, and what it comes to.

    Attributes:
        key: Its name.
        intents: How many intents were performed by then, in all.
    """

    key: str
    intents: int


class Scribe(Keyed):
    """Writes down what it presses."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, self._next)
        self.script: list[Pressed] = []

    def press(self, *keys: str) -> None:
        for key in keys:
            if not self._is_over():
                super().press(key)
                self.script.append(Pressed(key, len(self.game.performed)))

    def _next(self, view: View, memory: Memory) -> Intent:
        """Let foes do as they like; no key is the one before, which could be one held down."""
        return Wait() if view.turn % 2 else Search()


def to_a_death() -> list[Pressed]:
    """Give the keys of a run that is lost, from the first offer on; its seed is ``LOST``."""
    scribe = Scribe(Session(LOST, level=RUN))
    scribe.play(9_000)
    assert scribe.stack.view.ending is Ending.DIED
    return scribe.script


class Waiting:
    """Says when the next key can be pressed, by the journals of whoever plays."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ""

    def pause(self, key: str) -> float:
        """Give for how many seconds to wait: the same key at once would count as held down."""
        before, self._key = self._key, key
        return _HELD if key == before else _DRAWN

    def has_come_to(self, intents: int) -> bool:
        """Say whether so many intents are in the newest journal."""
        return self.intents >= intents

    @property
    def intents(self) -> int:
        """How many intents are in the newest journal."""
        newest = max(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
        lines = newest.read_bytes().split(b"\n")
        return sum(b'"kind":"intent"' in line for line in lines)
