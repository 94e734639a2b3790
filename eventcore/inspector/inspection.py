"""The state of an inspection, without a user interface; slow methods return a ``player.Job``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import attrs

from eventcore.inspector.events import QUIET, EventFilter, Kind, Row, chain_rows, tree_rows
from eventcore.inspector.player import Job, TurnPlayer, TurnTrace
from eventcore.tools import Simulations
from eventcore.tools.results import counted

_FAULT = "!"


class Turns(Sequence[Row]):
    """The rows of the turn list. They are created on demand, because there may be millions."""

    def __init__(self, player: TurnPlayer) -> None:
        self._player = player
        journal = player.recording.journal
        self._upgrades = {record.turn for record in journal.records if record.is_upgrade}
        end = "was closed here" if player.closed else "ends here"
        self._end: tuple[str, str] = ("■", f"the recording {end}")
        if journal.problem is not None:
            self._end = (_FAULT, f"{journal.problem}; the rest was not read")

    def marks(self, turn: int) -> list[tuple[str, str]]:
        """Return the signs beside a turn, with their meanings. A replay problem comes first."""
        fault = self._player.faults.get(turn, self._player.recording.passed.get(turn))
        found = [] if fault is None else [(_FAULT, str(fault))]
        # An upgrade restores the recorded state, so earlier differences end there.
        known = max((each for each in self._upgrades if each <= turn), default=-1)
        since = [each for each in self._player.faults if known < each < turn]
        if since and fault is None:
            stops = self._player.stops.intersection(since)
            text = "the journal cannot be played past" if stops else "the replay has differed since"
            found.append(("", f"{text} turn {min(stops or since)}"))
        if turn in self._upgrades:
            found.append(("^", "the rules change here"))
        return [*found, self._end] if turn == self._player.last else found

    def __len__(self) -> int:
        # In a damaged journal, a turn number may exceed the maximum length of a sequence.
        return min(1 + self._player.last, sys.maxsize)

    def __getitem__(self, turn: int) -> Row:  # type: ignore[override]  # slices are not used
        turn = range(len(self))[turn]  # raises IndexError if the turn is out of range
        player = self._player
        signs = "".join(dict.fromkeys(sign for sign, _ in self.marks(turn)))
        kind = Kind.ERROR if _FAULT in signs else Kind.EVENT if signs else Kind.NOTE
        value = f"{player.value_text(turn):>4} " if player.pin is not None else ""
        width = len(str(len(self) - 1))
        return Row(f"{turn:>{width}} {signs:<1} {value}{player.summary(turn)}".rstrip(), kind)


class Chain(NamedTuple):
    event: int  # the number of the event


class State(NamedTuple):
    entity: int
    name: str


Subject: TypeAlias = Chain | State | None  # None stands for the list of the turn's events


class Inspection:
    def __init__(self, simulations: Simulations, path: Path) -> None:
        self.player: TurnPlayer = TurnPlayer(simulations.open(path))
        self.turns: Turns = Turns(self.player)
        self.turn: int = 0
        self.filter: EventFilter = EventFilter()
        self._subjects: list[Subject] = [None]

    @property
    def last(self) -> int:
        return len(self.turns) - 1

    @property
    def subject(self) -> Subject:
        return self._subjects[-1]

    def go(self, turn: int) -> None:
        """Go to a turn or the nearest existing turn. If the turn changes, close any open event."""
        turn = min(max(turn, 0), self.last)
        if turn != self.turn and isinstance(self.subject, Chain):
            self._subjects = [one for one in self._subjects if not isinstance(one, Chain)]
        self.turn = turn

    def open(self, subject: Subject) -> None:
        if subject != self.subject:
            self._subjects.append(subject)

    def leave(self) -> bool:
        if len(self._subjects) == 1:
            return False
        self._subjects.pop()
        return True

    def event_types(self) -> list[tuple[str, int]]:
        counts = Counter(span.event for span in self.player.traced)
        hidden = sorted(self.filter.types - counts.keys() - {QUIET})
        return [*counts.most_common(), *((name, 0) for name in hidden)]

    def pane(self) -> Job[tuple[str, Sequence[Row], Sequence[str]]]:
        player, turn = self.player, self.turn
        match self.subject:
            case State(number, name):
                before = yield from player.state(max(turn - 1, 0), number, name)
                same = {row.text for row in before}
                rows = yield from player.state(turn, number, name)
                rows = [attrs.evolve(row, differs=row.text not in same) for row in rows]
                first = "intent" if player.has_records(turn) else "event"
                heading = f"{name} before turn {turn}'s first {first}"
            case Chain(event):
                trace = yield from player.trace(turn)
                rows, span = self._rows_of(trace, event), trace.whole.get(event)
                heading = f"event #{event}" if span is None else f"{span.event} #{event}"
            case None:
                rows = self._rows_of((yield from player.trace(turn)))
                heading = f"turn {turn}"
        picture = (yield from player.trace(turn)).picture if player.pictured else ()
        return heading, rows, picture

    def _rows_of(self, trace: TurnTrace, event: int = 0) -> list[Row]:
        if event:
            span = trace.whole.get(event)
            missing = [Row(f"there is no event #{event} on this turn")]
            rows = missing if span is None else list(chain_rows(trace.whole, span))
        else:
            tree = self.filter.apply(trace.tree)
            rows = list(tree_rows(tree))
            if hidden := len(trace.tree.spans) - len(tree.spans):
                rows.append(Row(f"{counted(hidden, 'event')} hidden: press t or o to show more"))
            rows = rows or [Row("nothing happened")]
        return [*rows, Row(trace.problem, Kind.ERROR)] if trace.problem else rows
