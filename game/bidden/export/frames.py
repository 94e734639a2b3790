"""Frames: what the player saw last in each turn of a recorded game."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import cast

from bidden.session import Session
from bidden.view import View
from eventcore.replay import Timeline

__all__ = ["frame_at", "frames", "places"]


def places(timeline: Timeline, first: int = 0, last: int | None = None) -> list[int]:
    """Give the positions of the frames of some turns; the last is of the end of the game."""
    turns = [record.turn for record in timeline.journal.records]
    found = [
        position
        for position, turn in enumerate(turns)
        if first <= turn
        and (last is None or turn <= last)
        and (position + 1 == len(turns) or turns[position + 1] != turn)
    ]
    if last is None or not turns or last >= turns[-1]:
        found.append(len(turns))
    return found


def frames(
    timeline: Timeline, positions: list[int], shown: Callable[[int], None] = lambda _: None
) -> Iterator[View]:
    """Yield what the player saw at each position, and what did not change once only.

    Raises:
        JournalError: A record's intent is none that the game knows.
    """
    before: View | None = None
    for number, position in enumerate(positions):
        shown(number)
        timeline.seek(position)
        view = _view(timeline)
        if view != before:
            yield view
        before = view


def frame_at(timeline: Timeline, turn: int) -> View:
    """Give what the player saw last in a turn, or in the one before that the player met.

    Raises:
        JournalError: As for ``frames``.
    """
    turns = [record.turn for record in timeline.journal.records]
    last = bool(turns) and turn >= turns[-1]
    timeline.seek(len(turns) if last else max(0, bisect_right(turns, turn) - 1))
    return _view(timeline)


def _view(timeline: Timeline) -> View:
    return cast(Session, timeline.simulation).view()
