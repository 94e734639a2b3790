"""The list of turns: a summary of each turn, with marks on notable turns."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from eventcore.inspector.player import TurnPlayer
from eventcore.inspector.row import Kind, Row
from eventcore.journal.format import CLOSE, UPGRADE

FAULT = "!"


class Mark(NamedTuple):
    """The sign beside a turn, and the text that explains it."""

    sign: str
    text: str


class Turns(Sequence[Row]):
    """The list of turns as rows. A row is created only when it is shown: there may be millions."""

    def __init__(self, player: TurnPlayer) -> None:
        # In a damaged journal, a turn number may be too large for the length of a sequence.
        self._count = min(1 + player.last, sys.maxsize)
        self._player = player
        self._marks: dict[int, list[Mark]] = {}
        journal = player.recording.journal
        for record in journal.records:
            if record.type == UPGRADE:
                self._mark(record.turn, "^", "the rules change here")
        if journal.problem is not None:
            self._mark(player.last, FAULT, f"{journal.problem}; the rest is not read")
        else:
            closed = journal.records and journal.records[-1].type == CLOSE
            end = "was closed here" if closed else "ends here"
            self._mark(player.last, "■", f"the recording {end}")

    def _mark(self, turn: int, sign: str, text: str) -> None:
        self._marks.setdefault(turn, []).append(Mark(sign, text))

    def marks(self, turn: int) -> list[Mark]:
        """Return the marks of a turn. A problem found while playing comes first."""
        fault = self._player.faults.get(turn)
        found = [] if fault is None else [Mark(FAULT, fault)]
        return found + self._marks.get(turn, [])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, turn: int) -> Row:  # type: ignore[override]  # slices are not used
        turn = range(self._count)[turn]  # raises IndexError for a turn out of range
        player = self._player
        signs = "".join(dict.fromkeys(mark.sign for mark in self.marks(turn)))
        kind = Kind.ERROR if FAULT in signs else Kind.EVENT if signs else Kind.NOTE
        value = f"{player.value_text(turn):>4} " if player.pin is not None else ""
        width = len(str(self._count - 1))
        return Row(f"{turn:>{width}} {signs:<1} {value}{player.summary(turn)}".rstrip(), kind)
