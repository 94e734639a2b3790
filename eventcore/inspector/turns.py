"""The list of turns: a summary of each turn, with marks on notable turns."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eventcore.inspector.row import Kind, Row
from eventcore.inspector.side import Side
from eventcore.journal.format import CLOSE, UPGRADE
from eventcore.replay.comparison import Comparison
from eventcore.text import short_value, shorten
from eventcore.tools.results import counted

PARTED = "≠"
FAULT = "!"


class Mark(NamedTuple):
    """The sign beside a turn, and the text that explains it."""

    sign: str
    text: str


def comparison_text(comparison: Comparison) -> str:
    """Describe in one line the first difference of two journals, or say that they are the same."""
    if comparison.same:
        records = counted(comparison.records, "record")
        return f"the journals are the same: {records}, up to turn {comparison.turn}"
    fields = [
        f"{shorten(name)} {short_value(value)} | {short_value(other)}"
        for name, value, other in comparison.fields
    ]
    return f"the journals part here, at {comparison.what}: {'; '.join(fields) or 'one ends'}"


class Turns(Sequence[Row]):
    """The rows of the turns. A row is created when it is shown, as there may be millions."""

    def __init__(self, sides: Sequence[Side], comparison: Comparison | None) -> None:
        # In a damaged journal, a turn number may be too large for the length of a sequence.
        self._count = min(1 + max(side.last for side in sides), sys.maxsize)
        self._sides = sides
        self._marks: dict[int, list[Mark]] = {}
        if comparison is not None and not comparison.same:
            self._mark(comparison.turn, PARTED, comparison_text(comparison))
        for side in sides:
            prefix, journal = self._prefix(side), side.recording.journal
            for record in journal.records:
                if record.type == UPGRADE:
                    self._mark(record.turn, "^", f"{prefix}the rules change here")
            closed = journal.records and journal.records[-1].type == CLOSE
            if journal.problem is not None:
                self._mark(side.last, FAULT, f"{prefix}{journal.problem}; the rest is not read")
            else:
                end = "was closed here" if closed else "ends here"
                self._mark(side.last, "■", f"{prefix}the recording {end}")

    def _mark(self, turn: int, sign: str, text: str) -> None:
        self._marks.setdefault(turn, []).append(Mark(sign, text))

    def _prefix(self, side: Side) -> str:
        return f"{side.name}: " if len(self._sides) > 1 else ""

    def marks(self, turn: int) -> Iterator[Mark]:
        """Yield the marks of a turn. Errors found while playing come first."""
        for side in self._sides:
            if turn in side.faults:
                yield Mark(FAULT, self._prefix(side) + side.faults[turn])
        yield from self._marks.get(turn, ())

    def next_marked(self, turn: int, *, back: bool = False) -> int | None:
        """Return the nearest marked turn after or before a turn, or None."""
        marked = set(self._marks).union(*(side.faults for side in self._sides))
        if back:
            return max((other for other in marked if other < turn), default=None)
        return min((other for other in marked if other > turn), default=None)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, turn: int) -> Row:  # type: ignore[override]  # slices are not used
        turn = range(self._count)[turn]  # raises IndexError for a turn out of range
        texts = [side.summary(turn) for side in self._sides]
        text = texts[0] if len(set(texts)) == 1 else " | ".join(text or "-" for text in texts)
        signs = "".join(dict.fromkeys(mark.sign for mark in self.marks(turn)))
        kind = Kind.ERROR if FAULT in signs or PARTED in signs else Kind.EVENT
        values = dict.fromkeys(side.value_text(turn) for side in self._sides if side.pin)
        value = f"{'|'.join(values):>4} " if values else ""
        width = len(str(self._count - 1))
        line = f"{turn:>{width}} {signs:<1} {value}{text}".rstrip()
        return Row(line, kind if signs else Kind.NOTE)
