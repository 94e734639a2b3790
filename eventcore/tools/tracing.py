"""Replay some records of a journal, and trace their events and the changes to fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

import attrs

from eventcore.errors import JournalError, RaisedError
from eventcore.replay.event_log import namer_in
from eventcore.replay.timeline import BEGINNING, Timeline
from eventcore.text import with_place
from eventcore.trace import Span, Tracer, Tree
from eventcore.trace.values import Namer
from eventcore.trace.watch import FieldWrite, WriteWatch
from eventcore.world import World

T = TypeVar("T")


@attrs.frozen
class Trace:
    """The events of some replayed records, and any handler error that ended the replay."""

    tree: Tree
    raised: RaisedError | None

    def __repr__(self) -> str:
        return repr(self.tree) + (f"\n{self.raised}" if self.raised else "")


@attrs.frozen
class Step:
    """The events of one replayed record, and the changes to the watched fields, in order."""

    position: int  # the position of the record; BEGINNING for the setup
    tree: Tree
    writes: Sequence[FieldWrite]


def trace(
    timeline: Timeline, positions: range, namer: Callable[[World], Namer] | None = None
) -> Trace:
    """Replay some records, and return their events.

    Args:
        timeline: The journal's timeline. It is moved to the position after the last record.
        positions: The positions of the records; if they include ``BEGINNING``, the setup is traced.
            ``timeline.positions_of(turn)`` returns the positions for a turn.
        namer: A function that takes a world, and returns the function that names its entities. By
            default, ``timeline.source`` names the entities.

    Raises:
        JournalError: A record cannot be played.
        RaisedError: A handler raised an error before any event was traced.
    """
    steps, raised = until_error(replay(timeline, positions, namer=namer))
    spans = [span for step in steps for span in step.tree.spans]
    if isinstance(raised, RaisedError | None) and (spans or raised is None):
        return Trace(Tree(spans), raised)
    raise raised


def replay(
    timeline: Timeline,
    positions: range,
    watch: Callable[[World], WriteWatch] | None = None,
    *,
    namer: Callable[[World], Namer] | None = None,
    events: bool = True,
    changes: bool = True,
) -> Iterator[Step]:
    """Replay some records, and yield the events and changes of each record, also before an error.

    For ``timeline``, ``positions`` and ``namer``, see ``trace``. ``watch`` returns a watch for a
    world; if it is None, fields are not watched. ``events`` says whether events are traced, and
    ``changes`` says whether traced events include the changes made by handlers.
    """
    tracer: Tracer | None = None
    watching: WriteWatch | None = None
    watched: World | None = None

    def begin(world: World) -> None:
        nonlocal tracer, watching, watched
        taps.close()
        watched = world
        if events:
            name = namer_in(world, timeline.source.name) if namer is None else namer(world)
            tracer = taps.enter_context(Tracer(world, name, thorough=changes or None))
        if watch is not None:
            last, watching = watching, taps.enter_context(watch(world))
            if last is not None:
                watching.follow(last)

    def take(position: int) -> Step:
        spans: Sequence[Span] = ()
        if tracer is not None:
            spans = tracer.spans
            tracer.clear()
        return Step(position, Tree(spans), [] if watching is None else watching.take())

    with ExitStack() as taps:
        try:
            if positions.start <= BEGINNING:
                timeline.begin_again(begin)
                yield take(BEGINNING)
            end = min(positions.stop, timeline.length)
            timeline.move(partial(timeline.seek, max(positions.start, 0)), end)
            while timeline.position < end:
                # An upgrade replaces the simulation, so watch the new world.
                if timeline.simulation.world is not watched:
                    begin(timeline.simulation.world)
                timeline.move(timeline.step, end)
                step = take(timeline.position - 1)
                if timeline.simulation.world is not watched:
                    begin(timeline.simulation.world)
                    step = attrs.evolve(step, writes=[*step.writes, *take(step.position).writes])
                yield step
        except RaisedError:
            last = take(timeline.position)
            if last.tree.spans or last.writes:
                yield last
            raise


def until_error(items: Iterable[T]) -> tuple[list[T], JournalError | None]:
    """Return the items that a replay yields, and any error that ended the replay."""
    found = list[T]()
    try:
        found.extend(items)
    except JournalError as error:
        return found, error
    return found, None


def stop_text(error: JournalError) -> str:
    """Return a warning that only the part before an error is shown."""
    is_unknown = not isinstance(error, RaisedError)
    remedy = ": to replay the rest, use the code that recorded it" if is_unknown else ""
    return f"{with_place(error)}; nothing later is shown{remedy}"
