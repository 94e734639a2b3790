"""Tracing a recording: its journal is played once more, with somebody who looks on.

A simulation is not traced while it runs; nothing of one that goes on is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import attrs

from eventcore.errors import RaisedError
from eventcore.replay.timeline import BEGINNING, Timeline
from eventcore.trace import Span, Tracer, Tree
from eventcore.trace.values import Namer
from eventcore.world import World

W = TypeVar("W", bound=AbstractContextManager[Any])


@attrs.frozen
class Trace:
    """What was traced of some records.

    Attributes:
        tree: All that happened.
        raised: What a handler raised in it, which ended it; None where none did.
    """

    tree: Tree
    raised: RaisedError | None


def trace(timeline: Timeline, positions: range, namer: Callable[[World], Namer]) -> Trace:
    """Play some records, and give all that they did.

    Args:
        timeline: Of the journal; it is left after the last of them.
        positions: Their positions; from ``BEGINNING``, how all begins is traced as well.
        namer: Says of a world how its entities are called.

    Raises:
        JournalError: A record's intent is none that the simulation knows.
        RaisedError: A handler raised an error before.
    """
    spans, raised, steps = list[Span](), None, 0
    found = trees(timeline, positions, namer, thorough=True)
    try:
        for tree in found:
            # The steps of each record start at 0.
            spans += [span.later(steps) for span in tree.spans]
            steps += max((span.ended + 1 for span in tree.spans), default=0)
    except RaisedError as error:
        if not spans:
            raise
        raised = error
    return Trace(Tree(spans), raised)


def trees(
    timeline: Timeline,
    positions: range,
    namer: Callable[[World], Namer],
    *,
    thorough: bool = False,
) -> Iterator[Tree]:
    """Play some records, and give what each of them did.

    Args:
        timeline: Of the journal.
        positions: Those of the records.
        namer: Says of a world how its entities are called.
        thorough: Whether to look at all that the entities in an event's roles are made of, at what
            hears something itself, too.

    Raises:
        JournalError: A record's intent is none that the simulation knows.
        RaisedError: A handler raised an error; what led to that was given before.
    """
    tracers = list[Tracer]()

    def watch(world: World) -> Tracer:
        tracers.append(Tracer(world, namer(world), thorough=thorough))
        return tracers[-1]

    try:
        for _, tracer in each(timeline, positions, watch):
            yield Tree(tracer.spans)
            tracer.clear()
    except RaisedError:
        if tracers and tracers[-1].spans:
            yield Tree(tracers[-1].spans)
        raise


def each(
    timeline: Timeline, positions: range, watch: Callable[[World], W]
) -> Iterator[tuple[int, W]]:
    """Play some records one by one; give after each its position, and whoever looks on.

    Args:
        timeline: Of the journal.
        positions: Those of the records; ``BEGINNING`` stands for how all begins.
        watch: Makes of a world whoever is to look on in it.

    Raises:
        JournalError: A record cannot be played.
    """
    if positions.start <= BEGINNING:
        began: list[W] = []
        timeline.begin_again(lambda world: began.append(watch(world).__enter__()))
        for watching in began:
            yield BEGINNING, watching
            watching.__exit__(None, None, None)
    timeline.seek(max(positions.start, 0))
    end = min(positions.stop, timeline.length)
    while timeline.position < end:
        # Where the journal goes over to other rules, the simulation is another from there on.
        current = timeline.simulation
        with watch(current.world) as watching:
            while timeline.simulation is current and timeline.position < end:
                timeline.step()
                yield timeline.position - 1, watching
