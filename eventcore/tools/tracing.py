"""Replay some records of a journal, and trace their events and the changes of fields.

``explain`` and the inspector use these functions. Only replays are traced, never the run that is
recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Self

import attrs

from eventcore.errors import RaisedError
from eventcore.replay.timeline import BEGINNING, Timeline
from eventcore.trace import Span, Tracer, Tree
from eventcore.trace.values import Namer
from eventcore.trace.watch import FieldWrite, WriteWatch
from eventcore.world import World


@attrs.frozen
class Trace:
    """The events of some replayed records.

    Attributes:
        tree: All the events.
        raised: The error in a handler that ended the replay; None if no handler raised an error.
    """

    tree: Tree
    raised: RaisedError | None


@attrs.frozen
class Step:
    """The events and changes of one replayed record.

    Attributes:
        position: The position of the record in the journal; ``BEGINNING`` for the setup.
        tree: The events of the record; empty if events are not traced.
        writes: The changes of the watched fields, in order.
    """

    position: int
    tree: Tree
    writes: Sequence[FieldWrite]


def trace(timeline: Timeline, positions: range, namer: Callable[[World], Namer]) -> Trace:
    """Replay some records, and return their events.

    Args:
        timeline: The timeline of the journal; it is moved to the position after the last record.
        positions: The positions of the records; if they include ``BEGINNING``, the setup is traced.
        namer: A function that takes a world, and returns the function that names its entities.

    Raises:
        JournalError: A record cannot be played.
        RaisedError: A handler raised an error before any event was traced.
    """
    spans, raised = list[Span](), None
    try:
        for step in replay(timeline, positions, namer):
            spans += step.tree.spans
    except RaisedError as error:
        if not spans:
            raise
        raised = error
    return Trace(Tree(spans), raised)


def replay(
    timeline: Timeline,
    positions: range,
    namer: Callable[[World], Namer] | None,
    watch: Callable[[World], WriteWatch] | None = None,
    *,
    thorough: bool = True,
) -> Iterator[Step]:
    """Replay some records, and yield the events and changes of each record.

    Args:
        timeline: The timeline of the journal.
        positions: The positions of the records.
        namer: A function that returns the namer for a world. If it is None, no events are traced.
        watch: A function that returns a watch for a world. If it is None, no fields are watched.
        thorough: Whether the tracer compares all components of the entities in the roles.

    Raises:
        JournalError: A record cannot be played.
        RaisedError: A handler raised an error. The events before the error are yielded first.
    """
    begun = list[_Taps]()

    def begin(world: World) -> _Taps:
        tracer = None if namer is None else Tracer(world, namer(world), thorough=thorough)
        begun.append(_Taps(tracer, None if watch is None else watch(world)))
        return begun[-1]

    try:
        if positions.start <= BEGINNING:
            timeline.begin_again(lambda world: begin(world).__enter__())
            for taps in begun:
                yield taps.take(BEGINNING)
                taps.close()
        timeline.seek(max(positions.start, 0))
        end = min(positions.stop, timeline.length)
        while timeline.position < end:
            # If the rules change, the journal continues with another simulation.
            current = timeline.simulation
            with begin(current.world) as taps:
                while timeline.simulation is current and timeline.position < end:
                    timeline.step()
                    yield taps.take(timeline.position - 1)
    except RaisedError:
        last = begun[-1].take(timeline.position) if begun else None
        if last is not None and (last.tree.spans or last.writes):
            yield last
        raise


class _Taps(ExitStack):
    """The tracer of a world, the watch of some of its fields, or both."""

    def __init__(self, tracer: Tracer | None, watch: WriteWatch | None) -> None:
        super().__init__()
        self._tracer = tracer
        self._watch = watch

    def __enter__(self) -> Self:
        for tap in (self._tracer, self._watch):
            if tap is not None:
                self.enter_context(tap)
        return super().__enter__()

    def take(self, position: int) -> Step:
        spans: Sequence[Span] = ()
        if self._tracer is not None:
            spans = self._tracer.spans
            self._tracer.clear()
        return Step(position, Tree(spans), [] if self._watch is None else self._watch.take())
