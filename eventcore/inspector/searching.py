"""Searching: the next event of a type, or with somebody in it, before or after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import closing
from typing import cast

from eventcore.errors import JournalError
from eventcore.inspector.side import Job, Side
from eventcore.replay.timeline import BEGINNING
from eventcore.tools.tracing import trees
from eventcore.trace import Span, Tree

_BACK_AT_ONCE = 30
"""Going back, so many records are played forward at a time."""

Place = tuple[int, int]
"""A turn, and the number of an event in it."""


def matches(span: Span, text: str) -> bool:
    """Say whether an event is meant: by its number, its type, or somebody in one of its roles.

    Args:
        span: The event.
        text: ``#12``; or a part of the type's name, or of an entity's name with its id, in
            capitals or not; or an id.
    """
    wanted = text.casefold()
    if wanted in (f"#{span.sequence}", span.event.casefold()):
        return True
    if re.fullmatch("#?[0-9]+", wanted):
        return any(who is not None and str(who.id) == wanted for _, who in span.roles)
    there = (f"{who.name} {who.id}" for _, who in span.roles if who is not None and who.name)
    return any(wanted in one.casefold() for one in (span.event, *there))


def search(side: Side, text: str, place: Place, *, back: bool = False) -> Job[Span | None]:
    """Find the nearest event after a place that is meant, or before it.

    Records are played and traced up to there, and no further.

    Raises:
        JournalError: A record on the way cannot be played.
    """
    number = re.fullmatch("#([0-9]{1,18})", text)
    if number:
        position = side.timeline.position_of_event(int(number[1]))
        only = range(position, position + 1)
        return (yield from _first(side, only, lambda span: matches(span, text)))
    if back:
        return (yield from _before(side, text, place))
    start = side.timeline.positions_of(place[0]).start
    return (
        yield from _first(
            side,
            range(start, side.timeline.length),
            lambda span: (span.turn, span.sequence) > place and matches(span, text),
        )
    )


def _before(side: Side, text: str, place: Place) -> Job[Span | None]:
    end = side.timeline.end_of_turn(place[0])
    while end > BEGINNING:
        start = max(end - _BACK_AT_ONCE, BEGINNING)
        seen: list[Span] = []

        def note(span: Span, seen: list[Span] = seen) -> bool:
            seen.append(span)
            return False

        # Played forward, the last that is meant is the nearest: all of them are looked at.
        try:
            yield from _first(side, range(start, end), note)
        except JournalError as error:  # what can be played lies before it
            side.failed(error)
        meant = (s for s in reversed(seen) if (s.turn, s.sequence) < place and matches(s, text))
        nearest = next(meant, None)
        if nearest is not None:
            return nearest
        end = start
    return None


def _first(side: Side, positions: range, wanted: Callable[[Span], bool]) -> Job[Span | None]:
    """Play records until one brings about an event that is wanted."""
    yield from side.go(positions.start)
    played = cast("Generator[Tree, None, None]", trees(side.timeline, positions, side.namer))
    with closing(played) as found:
        for tree in found:
            for span in tree.spans:
                if wanted(span):
                    return span
            yield f"searching turn {side.timeline.turn} of {side.last}"
    return None
