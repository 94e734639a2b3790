"""An inspection: where in the journals one is and what of them is looked at, and what that shows.

It knows no screen. What it does is a job, as a ``Side`` has them: whoever shows it carries on with
it between two keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import attrs

from eventcore.errors import JournalError
from eventcore.inspector.events import chain_rows, tree_rows
from eventcore.inspector.marks import Marks, Turns, parting
from eventcore.inspector.row import Kind, Pane, Row, unlike
from eventcore.inspector.searching import Place, search
from eventcore.inspector.side import Job, Side
from eventcore.replay.comparison import Comparison, compare
from eventcore.tools import Simulations, UsageError


@attrs.frozen
class Events:
    """All events of the turn are looked at."""


@attrs.frozen
class Chain:
    """One event is looked at.

    Attributes:
        event: Its number.
    """

    event: int


@attrs.frozen
class State:
    """An entity is looked at, as the turn begins.

    Attributes:
        entity: Its id.
        name: What it is called, with its id.
    """

    entity: int
    name: str


Subject: TypeAlias = Events | Chain | State


class Inspection:
    """What is looked at, and what there is to see.

    Attributes:
        sides: The journals: one, or two.
        comparison: How far two are the same; None where there is one.
        marks: The turns that are worth a look.
        turns: A row for each turn there is.
        turn: Which one is looked at.
        text: What was searched last; empty for nothing.
        stopped: Why the last search could not go on; empty where nothing was in its way.
    """

    def __init__(self, sides: Sequence[Side], comparison: Comparison | None = None) -> None:
        """Begin with the first turn.

        Args:
            sides: The journals.
            comparison: How far two of them are the same.
        """
        self.sides = sides
        self.comparison = comparison
        self.marks: Marks = Marks(sides, comparison)
        self.turns: Turns = Turns(sides, self.marks)
        self.turn: int = 0
        self.text: str = ""
        self.stopped: str = ""
        self._subjects: list[Subject] = [Events()]

    @property
    def subject(self) -> Subject:
        """What is looked at."""
        return self._subjects[-1]

    @property
    def last(self) -> int:
        """The last turn of the longer journal."""
        return len(self.turns) - 1

    @property
    def faulty(self) -> bool:
        """True where something was found that is not as it was recorded, or raised."""
        return any(side.faults for side in self.sides)

    def go(self, turn: int) -> None:
        """Look at another turn, the nearest there is; of an event's chain at its events again."""
        turn = min(max(turn, 0), self.last)
        if turn != self.turn and isinstance(self.subject, Chain):
            self._subjects = [one for one in self._subjects if not isinstance(one, Chain)]
        self.turn = turn

    def open(self, subject: Subject) -> None:
        """Look at something else; ``leave`` comes back to what is looked at now."""
        if subject != self.subject:
            self._subjects.append(subject)

    def leave(self) -> bool:
        """Look again at what was looked at before; say False where there was nothing."""
        if len(self._subjects) == 1:
            return False
        self._subjects.pop()
        return True

    def to_parting(self) -> str:
        """Go to the turn on which two journals part; say why not where that cannot be."""
        if self.comparison is None:
            return "there is one journal: name another to see where the two part"
        if self.comparison.same:
            return parting(self.comparison)
        self.go(self.comparison.turn)
        return ""

    def to_mark(self, *, back: bool = False) -> bool:
        """Go to the nearest mark after the turn, or before it; say whether there is one."""
        turn = self.marks.next_to(self.turn, back=back)
        self.go(self.turn if turn is None else turn)
        return turn is not None

    def mark(self) -> None:
        """Mark the turn, or take the mark away."""
        self.marks.own ^= {self.turn}

    def find(self, number: int, event: int, *, back: bool = False, here: bool = False) -> Job[int]:
        """Go to the nearest event that ``text`` means.

        Args:
            number: On which side.
            event: From which event on; 0 for the beginning of the turn.
            back: Whether to look before it.
            here: Whether it is to be found itself.

        Returns:
            Its number; 0 where there is none.
        """
        place: Place = (self.turn, event - 1 if here else event)
        side, self.stopped = self.sides[number], ""
        try:
            found = yield from search(side, self.text, place, back=back)
        except JournalError as error:
            self.stopped, found = side.failed(error), None
        if found is None:
            return 0
        self.go(found.turn)
        self._subjects = [Events()]
        return found.sequence

    def panes(self) -> Job[list[Pane]]:
        """See what there is to be shown of each side, what is not the same on both marked."""
        one = yield from self._pane(self.sides[0])
        if len(self.sides) == 1:
            return [one]
        other = yield from self._pane(self.sides[1])
        return [
            Pane(one.heading, unlike(one.rows, other.rows)),
            Pane(other.heading, unlike(other.rows, one.rows)),
        ]

    def _pane(self, side: Side) -> Job[Pane]:
        subject = self.subject
        if self.turn > side.last:
            rows = [Row(f"it ends on turn {side.last}")]
        elif isinstance(subject, State):
            rows = yield from self._state(side, subject.entity)
        else:
            rows = yield from self._events(side, subject)
        whose = f"{side.name}: " if len(self.sides) > 1 else ""
        return Pane(f"{whose}{self.heading()}", rows)

    def heading(self) -> str:
        """Say what is looked at."""
        match self.subject:
            case Chain(event=event):
                return f"event #{event}"
            case State(name=name):
                return f"{name} as turn {self.turn} begins"
        return f"turn {self.turn}"

    def _events(self, side: Side, subject: Events | Chain) -> Job[list[Row]]:
        look = yield from side.look(self.turn)
        rows: list[Row]
        if isinstance(subject, Events):
            rows = list(tree_rows(look.tree)) or [Row("nothing happened")]
        else:
            span = look.whole.get(subject.event)
            missing = [Row(f"there is no event #{subject.event} on this turn")]
            rows = missing if span is None else list(chain_rows(look.whole, span))
        return [*rows, Row(look.problem, Kind.ERROR)] if look.problem else rows

    def _state(self, side: Side, entity: int) -> Job[list[Row]]:
        """Tell of an entity; in one journal alone, what was otherwise a turn before is marked."""
        before: list[Row] | None = None
        if len(self.sides) == 1 and self.turn:
            # Asked first, for it lies on the way.
            before = yield from _state_rows(side, self.turn - 1, entity)
        rows = yield from _state_rows(side, self.turn, entity)
        return rows if before is None else unlike(rows, before)


def _state_rows(side: Side, turn: int, entity: int) -> Job[list[Row]]:
    try:
        lines = yield from side.state(turn, entity)
    except (JournalError, UsageError) as error:
        return [Row(str(error), Kind.ERROR)]
    return [Row(line, Kind.HANDLER) for line in lines]


def open_inspection(
    simulations: Simulations, journal: Path, other: Path | None = None
) -> Inspection:
    """Open a journal to be looked at, or two side by side.

    Raises:
        JournalError: A file is no journal, or none of these simulations'.
        UsageError: What makes the simulations raises.
    """
    paths = [journal] if other is None else [journal, other]
    sides = [Side(simulations.open(path)) for path in paths]
    if other is None:
        return Inspection(sides)
    one, two = (simulations.read(path, events=True) for path in paths)
    return Inspection(sides, compare(one, two))
