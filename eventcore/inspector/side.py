"""A side: one journal that is looked at; a turn is played when it is asked for, and no other.

What may take long is a job: a generator that gives a word on how far it is after each record, and
in the end what was asked for. It may be closed at any time.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeAlias, TypeVar

import attrs

from eventcore.errors import JournalError
from eventcore.journal.format import INTENT
from eventcore.replay import Timeline
from eventcore.tools import UsageError
from eventcore.tools.explaining import of_turns
from eventcore.tools.naming import Names, namer_of
from eventcore.tools.opening import Recording
from eventcore.tools.state import state
from eventcore.tools.tracing import trace
from eventcore.trace import Span, Tree
from eventcore.trace.values import Namer
from eventcore.world import World

T = TypeVar("T")
Job: TypeAlias = Generator[str, None, T]
"""Work that gives a word on how far it is, and at its end what came of it."""

_AT_ONCE = 20
"""So many records are traced before it is looked whether anybody still waits for them."""
_MOST_KEPT = 200
"""So many turns, and states of entities, are kept in memory once they were looked at."""


@attrs.frozen
class Look:
    """What was seen of a turn.

    Attributes:
        whole: All that the records did that brought the turn about.
        tree: Of that, what happened in the turn, and what led up to it.
        problem: Why there is no more of it; empty where all went well.
    """

    whole: Tree
    tree: Tree
    problem: str = ""


@attrs.frozen
class _Entered(Recording):
    """A recording with one timeline for all: a question goes on from where the last one ended."""

    entered: Timeline

    def timeline(self, *, write: bool = False) -> Timeline:
        """Give the one there is."""
        return self.entered


class Side:
    """A journal that is looked at.

    Attributes:
        recording: It, opened.
        faults: By turn, what went wrong there: what the replay does otherwise than was recorded,
            what a handler raises. Only what was played is known.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.faults: dict[int, str] = {}
        self._enter(recording.timeline())
        self._looks: dict[int, Look] = {}
        self._states: dict[tuple[int, int], list[str]] = {}

    @property
    def timeline(self) -> Timeline:
        """Where the journal is entered."""
        return self._entered.entered

    @property
    def name(self) -> str:
        """What the journal is called."""
        return self.recording.path.name

    @property
    def last(self) -> int:
        """The last turn there is."""
        return self.timeline.turn_of(self.timeline.length)

    def namer(self, world: World) -> Namer:
        """Give what says how things in a world are called."""
        return namer_of(self.recording.source, world)

    def look(self, turn: int) -> Job[Look]:
        """See all that happens in a turn."""
        if turn in self._looks:
            return self._looks[turn]
        positions = self.timeline.positions_of(turn)
        spans, problem = list[Span](), ""
        try:
            yield from self.go(positions.start)
            for first in range(positions.start, positions.stop, _AT_ONCE):
                some = range(first, min(first + _AT_ONCE, positions.stop))
                found = trace(self.timeline, some, self.namer)
                spans += found.tree.spans
                if found.raised is not None:
                    raise found.raised
                yield f"tracing turn {turn}"
        except JournalError as error:
            problem = self.failed(error)
        self._note_divergence()
        whole = Tree(spans)
        look = Look(whole, of_turns(whole, turn, turn), problem)
        _keep(self._looks, turn, look)
        return look

    def entities(self, turn: int) -> Job[list[tuple[int, str]]]:
        """List who is there as a turn begins: the id of each, and what it is called with that."""
        try:
            yield from self.go(self.timeline.position_of_turn(turn))
        except JournalError as error:
            self.failed(error)
            return []
        world = self.timeline.simulation.world
        names = Names(self.recording.source, world)
        return [(entity.id, names.of(entity)) for entity in world]

    def state(self, turn: int, entity: int) -> Job[list[str]]:
        """Tell of an entity as a turn begins, in lines.

        Raises:
            UsageError: The simulation has no such entity then.
            JournalError: The turn cannot be reached.
        """
        key = turn, entity
        if key not in self._states:
            try:
                yield from self.go(self.timeline.position_of_turn(turn))
                lines = state(self._entered, turn, str(entity)).lines
            except UsageError:
                raise UsageError(f"there is no entity {entity} as turn {turn} begins") from None
            except JournalError as error:
                raise JournalError(self.failed(error)) from error
            self._note_divergence()
            _keep(self._states, key, lines)
        return self._states[key]

    def go(self, position: int) -> Job[None]:
        """Play up to a position; nothing is to be done for the beginning.

        Raises:
            JournalError: A record on the way cannot be played.
        """
        timeline = self.timeline
        position = timeline.approach(position) if position > 0 else 0
        while timeline.position < position and timeline.step():
            yield f"playing record {timeline.position} of {timeline.length}"

    def failed(self, error: JournalError) -> str:
        """Note that a record cannot be played, and begin anew: what is half done is of no use.

        Returns:
            What went wrong, in one line.
        """
        turn = self.timeline.turn_of(self.timeline.position)
        self._note_divergence()
        self.faults.setdefault(turn, str(error))
        self._enter(self.timeline.from_start())
        return str(error)

    def _enter(self, timeline: Timeline) -> None:
        one = self.recording
        self._entered = _Entered(one.path, one.journal, one.source, one.first, timeline)

    def _note_divergence(self) -> None:
        found = self.timeline.divergence
        if found is not None:
            self.faults.setdefault(found.turn, str(found))


K = TypeVar("K")


def _keep(kept: dict[K, T], key: K, value: T) -> None:
    """Keep one more, and let go of the one that was kept first where there are too many."""
    kept[key] = value
    if len(kept) > _MOST_KEPT:
        del kept[next(iter(kept))]


def intents_of(timeline: Timeline, turn: int) -> Sequence[str]:
    """Name the intents given in a turn, in order; nothing is played for it."""
    start, end = timeline.position_of_turn(turn), timeline.end_of_turn(turn)
    return [one.type for one in timeline.journal.records[start:end] if one.kind == INTENT]
