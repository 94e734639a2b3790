"""Marks: the turns that are worth a look, known without playing any, and found on the way."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import attrs

from eventcore.inspector.row import Kind, Row
from eventcore.inspector.side import Side, intents_of
from eventcore.journal.format import CLOSE, UPGRADE
from eventcore.replay.comparison import Comparison
from eventcore.text import short_value, shorten
from eventcore.tools.results import counted

PARTED = "≠"
FAULT = "!"
OTHER_RULES = "^"
ENDED = "■"
OWN = "*"


@attrs.frozen
class Mark:
    """Something of note about a turn.

    Attributes:
        sign: The character that stands for it beside the turn.
        text: What it is.
    """

    sign: str
    text: str


def parting(comparison: Comparison) -> str:
    """Say in a line how far two journals are the same, and what differs then."""
    if comparison.same:
        records = counted(comparison.records, "record")
        return f"the two are the same: {records}, up to turn {comparison.turn}"
    fields = (
        f"{shorten(name)} {shorten(_plain(one))} | {shorten(_plain(other))}"
        for name, one, other in comparison.fields
    )
    said = "; ".join(fields)
    return f"the two part here, at {comparison.what}" + (f": {said}" if said else ", or an end")


def _plain(value: object) -> str:
    return str(value) if isinstance(value, str) else short_value(value)


class Marks:
    """The marks of the journals that are looked at, by turn.

    Attributes:
        own: The turns that whoever looks has marked.
    """

    def __init__(self, sides: Sequence[Side], comparison: Comparison | None) -> None:
        """Find what the journals tell by themselves.

        Args:
            sides: The journals.
            comparison: How far they are the same, where there are two.
        """
        self.own: set[int] = set()
        self._sides = sides
        self._told: dict[int, list[Mark]] = {}
        if comparison is not None and not comparison.same:
            self._tell(comparison.turn, Mark(PARTED, parting(comparison)))
        for side in sides:
            self._tell_of(side, f"{side.name}: " if len(sides) > 1 else "")

    def _tell_of(self, side: Side, whose: str) -> None:
        for record in side.recording.journal.records:
            if record.type == UPGRADE:
                self._tell(record.turn, Mark(OTHER_RULES, f"{whose}other rules from here on"))
        problem = side.recording.journal.problem
        if problem is not None:
            self._tell(side.last, Mark(FAULT, f"{whose}{problem}; it is read no further"))
        elif side.timeline.length and side.recording.journal.records[-1].type == CLOSE:
            self._tell(side.last, Mark(ENDED, f"{whose}closed"))
        else:
            self._tell(side.last, Mark(ENDED, f"{whose}the last that is recorded"))

    def _tell(self, turn: int, mark: Mark) -> None:
        self._told.setdefault(turn, []).append(mark)

    def of(self, turn: int) -> Iterator[Mark]:
        """Give the marks of a turn, those first that tell most."""
        for side in self._sides:
            if turn in side.faults:
                whose = f"{side.name}: " if len(self._sides) > 1 else ""
                yield Mark(FAULT, whose + side.faults[turn])
        yield from self._told.get(turn, ())
        if turn in self.own:
            yield Mark(OWN, "marked")

    def next_to(self, turn: int, *, back: bool = False) -> int | None:
        """Give the nearest marked turn after one, or before it; None where there is none."""
        faults = (there for side in self._sides for there in side.faults)
        marked = {*self._told, *self.own, *faults}
        if back:
            return max((there for there in marked if there < turn), default=None)
        return min((there for there in marked if there > turn), default=None)


class Turns(Sequence[Row]):
    """The turns there are as rows, each made as it is shown: a journal may have very many."""

    def __init__(self, sides: Sequence[Side], marks: Marks) -> None:
        self._sides = sides
        self._marks = marks
        # A damaged journal may tell of a turn beyond the longest sequence there can be.
        self._count = min(1 + max(side.last for side in sides), sys.maxsize)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, turn: int) -> Row:  # type: ignore[override]  # nobody takes slices
        if not 0 <= turn < self._count:
            raise IndexError(turn)
        given = [_counted(intents_of(side.timeline, turn)) for side in self._sides]
        said = given[0] if len(set(given)) == 1 else " | ".join(one or "-" for one in given)
        signs = "".join(dict.fromkeys(mark.sign for mark in self._marks.of(turn)))
        kind = Kind.ERROR if FAULT in signs or PARTED in signs else Kind.EVENT
        width = len(str(self._count - 1))
        return Row(f"{turn:>{width}} {signs:<1} {said}".rstrip(), kind if signs else Kind.NOTE)


def _counted(names: Sequence[str]) -> str:
    """Write names one after another, how often first where one is there several times."""
    counts = dict.fromkeys(names, 0)
    for name in names:
        counts[name] += 1
    several = (shorten(name) if n == 1 else f"{n} {shorten(name)}" for name, n in counts.items())
    return ", ".join(several)
