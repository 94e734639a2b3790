"""An inspection: the current turn, its rows, and the search for events.

An inspection does not depend on the screen. Slow methods return jobs (see module ``side``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

import attrs

from eventcore.errors import JournalError
from eventcore.inspector.events import QUIET, EventFilter, chain_rows, tree_rows
from eventcore.inspector.row import Kind, Pane, Pin, Row, mark_differences
from eventcore.inspector.side import Job, Side
from eventcore.inspector.turns import Turns
from eventcore.replay.comparison import Comparison, compare
from eventcore.replay.timeline import BEGINNING
from eventcore.tools import Simulations
from eventcore.tools.results import counted
from eventcore.tools.tracing import Step, replay
from eventcore.trace import Span

_RECORDS_AT_ONCE = 30
"""The number of records that a backward search plays at a time."""


class Chain(NamedTuple):
    """A view of an event's chain; ``event`` is the number of the event."""

    event: int


class State(NamedTuple):
    """A view of an entity's state at the beginning of the turn."""

    entity: int
    name: str


Subject: TypeAlias = Chain | State | None  # None: the events of the turn


class Inspection:
    """The current turn of one or two journals, and the current view of the turn.

    Attributes:
        comparison: The comparison of two journals; None for a single journal.
        text: The text of the last search, or an empty string.
        stopped: The problem that ended the last search early, or an empty string.
    """

    def __init__(
        self, simulations: Simulations, sides: Sequence[Side], comparison: Comparison | None = None
    ) -> None:
        self.simulations = simulations
        self.sides = sides
        self.comparison = comparison
        self.turns: Turns = Turns(sides, comparison)
        self.last: int = len(self.turns) - 1
        self.turn: int = 0
        self.filter: EventFilter = EventFilter()
        self.text: str = ""
        self.stopped: str = ""
        self._subjects: list[Subject] = [None]

    @property
    def subject(self) -> Subject:
        return self._subjects[-1]

    @property
    def faulty(self) -> bool:
        return any(side.faults for side in self.sides)

    def go(self, turn: int) -> None:
        """Go to a turn, or to the nearest one. A change of turn closes the view of an event."""
        turn = min(max(turn, 0), self.last)
        if turn != self.turn and isinstance(self.subject, Chain):
            self._subjects = [one for one in self._subjects if not isinstance(one, Chain)]
        self.turn = turn

    def open(self, subject: Subject) -> None:
        if subject != self.subject:
            self._subjects.append(subject)

    def leave(self) -> bool:
        """Go back to the previous view. Return False if this is the first view."""
        if len(self._subjects) == 1:
            return False
        self._subjects.pop()
        return True

    def pin(self, pin: Pin | None) -> None:
        """Show the value of a field for each turn. Pass None or the same field to hide it."""
        pin = None if pin == self.sides[0].pin else pin
        for side in self.sides:
            side.pin, side.values = pin, {}

    def play_values(self) -> Job[None]:
        for side in self.sides:
            yield from side.play_values(side.turns)

    def event_types(self) -> list[tuple[str, int]]:
        """Return the types of the events in memory with their counts, most frequent first."""
        counts = Counter(span.event for side in self.sides for span in side.traced)
        hidden = sorted(self.filter.types - counts.keys() - {QUIET})
        return [*counts.most_common(), *((name, 0) for name in hidden)]

    def find(self, number: int, event: int, *, back: bool = False) -> Job[int]:
        """Go to the nearest match after or before an event. Return the match's number, or 0."""
        side, place, self.stopped = self.sides[number], (self.turn, event), ""
        try:
            found = yield from search(side, self.text, place, self.filter.keeps, back=back)
        except JournalError as error:
            self.stopped, found = side.failed(error), None
        if found is None:
            return 0
        if not self.filter.keeps(found):  # a search for a number also finds hidden events
            self.filter.enabled = False
        self.go(found.turn)
        self._subjects = [None]
        return found.sequence

    def panes(self) -> Job[list[Pane]]:
        """Return a pane for each journal, with the differences between two journals marked."""
        one = yield from self._pane(self.sides[0])
        if len(self.sides) == 1:
            return [one]
        other = yield from self._pane(self.sides[1])
        return [
            attrs.evolve(one, rows=mark_differences(one.rows, other.rows)),
            attrs.evolve(other, rows=mark_differences(other.rows, one.rows)),
        ]

    def _pane(self, side: Side) -> Job[Pane]:
        heading = f"{side.name}: {self.heading()}" if len(self.sides) > 1 else self.heading()
        if self.turn > side.last:
            return Pane(heading, [Row(f"the journal ends on turn {side.last}")])
        if isinstance(self.subject, State):
            rows = yield from self._state(side, self.subject)
        else:
            rows = yield from self._events(side, self.subject)
        pane = Pane(heading, rows)
        if side.pictured:
            pane = attrs.evolve(pane, pictures=(yield from side.trace(self.turn)).pictures)
        yield from side.play_values([self.turn])
        return pane

    def heading(self) -> str:
        match self.subject:
            case Chain(event=event):
                return f"event #{event}"
            case State(name=name):
                return f"{name} as turn {self.turn} begins"
        return f"turn {self.turn}"

    def _events(self, side: Side, subject: Chain | None) -> Job[list[Row]]:
        trace = yield from side.trace(self.turn)
        if isinstance(subject, Chain):
            span = trace.whole.get(subject.event)
            missing = [Row(f"there is no event #{subject.event} on this turn")]
            rows = missing if span is None else list(chain_rows(trace.whole, span))
        else:
            tree = self.filter.apply(trace.tree)
            rows = list(tree_rows(tree))
            if hidden := len(trace.tree.spans) - len(tree.spans):
                rows.append(Row(f"{counted(hidden, 'event')} hidden: v shows all"))
            rows = rows or [Row("nothing happened")]
        return [*rows, Row(trace.problem, Kind.ERROR)] if trace.problem else rows

    def _state(self, side: Side, subject: State) -> Job[list[Row]]:
        """Return rows for an entity's state. With one journal, mark changes since the last turn."""
        before: list[Row] | None = None
        if len(self.sides) == 1 and self.turn:
            before = yield from side.state(self.turn - 1, *subject)
        rows = yield from side.state(self.turn, *subject)
        return rows if before is None else mark_differences(rows, before)


def matches(span: Span, text: str) -> bool:
    """Return True if a text is an event's ``#number`` or a part of the name of its type.

    The text may also be the id, or part of the name, of an entity in one of the event's roles.
    """
    wanted = text.casefold()
    if wanted in (f"#{span.sequence}", span.event.casefold()):
        return True
    entities = [entity for _, entity in span.roles if entity is not None]
    if re.fullmatch("#?[0-9]+", wanted):
        return any(str(entity.id) == wanted for entity in entities)
    names = (f"{entity.name} {entity.id}" for entity in entities if entity.name)
    return any(wanted in name.casefold() for name in (span.event, *names))


def search(
    side: Side,
    text: str,
    place: tuple[int, int],
    shown: Callable[[Span], bool],
    *,
    back: bool = False,
) -> Job[Span | None]:
    """Find the nearest matching event after or before a position.

    Turns are played only as far as needed. A search for a number also finds hidden events.

    Raises:
        JournalError: A record before the position cannot be played.
    """
    timeline, number = side.timeline, re.fullmatch("#([0-9]{1,18})", text)
    if number:
        position = timeline.position_of_event(int(number[1]))
        blocks, place, back = [range(position, position + 1)], (-1, 0), False
    elif back:  # records can only be played forward
        end = timeline.end_of_turn(place[0])
        starts = range(end - _RECORDS_AT_ONCE, BEGINNING - _RECORDS_AT_ONCE, -_RECORDS_AT_ONCE)
        blocks = [range(max(start, BEGINNING), start + _RECORDS_AT_ONCE) for start in starts]
    else:
        blocks = [range(timeline.positions_of(place[0]).start, timeline.length)]
    for block in blocks:
        found: Span | None = None
        try:
            yield from side.go(block.start)
            played = replay(side.timeline, block, side.namer, changes=False)
            with closing(cast("Generator[Step, None, None]", played)):
                for step in played:
                    for span in step.tree.spans:
                        here = (span.turn, span.sequence)
                        inside = here < place if back else here > place and found is None
                        if inside and matches(span, text) and (number or shown(span)):
                            found = span
                    if found and not back:
                        break
                    yield f"searching turn {side.timeline.turn} of {side.last}"
        except JournalError as error:
            if not back:
                raise
            side.failed(error)  # a match before the error is still valid
        if found:
            return found
    return None


def open_inspection(
    simulations: Simulations, journal: Path, other: Path | None = None
) -> Inspection:
    """Open a journal, or two side by side.

    Raises:
        JournalError: A file is not a journal of these simulations.
        UsageError: The code that creates the simulations raises an error.
    """
    paths = [journal] if other is None else [journal, other]
    sides = [Side(simulations.open(path, events=other is not None)) for path in paths]
    if other is None:
        return Inspection(simulations, sides)
    return Inspection(simulations, sides, compare(*(side.recording.journal for side in sides)))
