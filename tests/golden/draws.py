"""Who draws: how many numbers a handler asks a stream for, in a run of it in which it draws."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from eventcore import Component, Stream
from eventcore.testing.order.patches import Patches

Draws = dict[tuple[str, str], set[int]]
"""The counts there were, by handler and stream."""


@contextmanager
def counted_draws() -> Iterator[Draws]:
    """Note who draws meanwhile, complete when it is over.

    A level's own streams, named with its number, are left out: so many as the level takes.
    """
    plain, runs, found = Stream.below, Counter[tuple[FrameType, str, str]](), Draws()

    def below(stream: Stream, bound: int) -> int:
        if not stream.name[-1].isdigit():
            runs[(*_handler_that_runs(sys._getframe(1)), stream.name)] += 1
        return plain(stream, bound)

    with Patches() as patches:
        patches.put(Stream, "below", below)
        yield found
    for (_, handler, stream), count in runs.items():
        found.setdefault((handler, stream), set()).add(count)


def _handler_that_runs(frame: FrameType | None) -> tuple[FrameType, str]:
    """Find the innermost handler, with the frame of its run: kept, it is that of no other."""
    while frame is not None:
        part, name = frame.f_locals.get("self"), frame.f_code.co_name
        if isinstance(part, Component) and any(h.name == name for h in part._handlers_):
            return frame, f"{type(part).__name__}.{name}"
        frame = frame.f_back
    raise AssertionError("a number was drawn, and no handler runs")
