"""Doing several things in a row, such as dropping items, until something comes between."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from bidden.going.going import Answer, Going, Stop
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.intents import Intent
from bidden.view import View


class Row(Going):
    """Performs intents one after the other. The first of them needs no peace."""

    verb: ClassVar[str] = "go on"
    walks = False
    goes_blind = True

    def __init__(self, notes: Notes, habits: Habits, intents: Iterable[Intent]) -> None:
        super().__init__(notes, habits)
        self._left = [*intents]

    def next(self, view: View) -> Answer:
        """Return the next intent."""
        return self._left.pop(0) if self._left else Stop("")

    def _why_not(self, view: View) -> Stop | None:
        return None

    def _take_up(self, view: View) -> None:
        return None
