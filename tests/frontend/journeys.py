"""Journeys by keys, for front ends that cannot be asked what they show: what to press, and when.

Each is played here first, on the same stack; the journal of a front end is to come to the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

from bidden.bots.memory import Memory
from bidden.content.mods import RUN
from bidden.intents import Intent, Search, Wait
from bidden.recording import playing
from bidden.session import Session
from bidden.view import Ending, View
from tests.frontend.keyed import Keyed
from tests.golden.catalogue import JOURNALS

LOST: Final = 6
"""A seed of which the meek lose the run soon."""
_WON: Final = JOURNALS / "run_won.jsonl"
_LAST: Final = 12
"""So many of the last intents of a run that is won are left to be done."""
_HELD: Final = 0.9
"""Within nearly so many seconds a key that comes again counts as held down."""
_DRAWN: Final = 0.15
"""Within so many seconds what a key comes to is drawn, if nothing is very busy."""


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

    def __init__(self, session: Session, before: int = 0) -> None:
        super().__init__(session, self._next)
        self.script: list[Pressed] = []
        self._before = before
        self._left: list[Intent] = []

    def press(self, *keys: str) -> None:
        for key in keys:
            if not self._is_over():
                super().press(key)
                done = self._before + len(self.game.performed)
                self.script.append(Pressed(key, done))

    def follow(self, intents: list[Intent]) -> None:
        """Do what was recorded, each by keys of its own."""
        for intent in intents:
            done = len(self.game.performed)
            self._do(intent, self.stack.view)
            while not self._plays and not self._is_over():
                self._answer(self.stack.view)
            assert self.game.performed[done:] == [intent]

    def _next(self, view: View, memory: Memory) -> Intent:
        """Let foes do as they like; no key is the one before, which could be one held down."""
        return Wait() if view.turn % 2 else Search()


def to_a_death() -> list[Pressed]:
    """Give the keys of a run that is lost, from the first offer on; its seed is ``LOST``."""
    scribe = Scribe(Session(LOST, level=RUN))
    scribe.play(9_000)
    assert scribe.stack.view.ending is Ending.DIED
    return scribe.script


def to_a_victory(path: Path) -> list[Pressed]:
    """Write a journal of a run that is nearly won, and give the keys that win it."""
    journal = playing.load(_WON)
    records = [one for one in journal.records if one.kind == "intent"]
    kept = len(records) - _LAST
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_WON.read_bytes()[: journal.ends[kept - 1]])
    session = playing.session_for(journal)
    intents = [session.decode(one.type, one.v, one.data) for one in records]
    for intent in intents[:kept]:
        session.perform(intent)
    scribe = Scribe(session, kept)
    scribe.follow(intents[kept:])
    assert scribe.stack.view.ending is Ending.WON
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
