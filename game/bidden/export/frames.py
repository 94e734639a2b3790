"""Frames: what the player saw at the beginning of each turn of a recorded game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from bidden.session import Session
from bidden.view import View
from eventcore import RaisedError
from eventcore.replay import Timeline


def positions_of_turns(timeline: Timeline, first: int = 0, last: int | None = None) -> list[int]:
    """Return the positions of the frames of some turns; the last is the end of the game."""
    turns = [record.turn for record in timeline.journal.records]
    found = [
        position
        for position, turn in enumerate(turns)
        if first <= turn
        and (last is None or turn <= last)
        and (not position or turns[position - 1] != turn)
    ]
    if last is None or not turns or last >= turns[-1]:
        found.append(len(turns))
    return found


def positions_of_end(timeline: Timeline) -> list[int]:
    """Return the positions before and after the last record."""
    return list(range(max(0, timeline.length - 1), timeline.length + 1))


class Frames:
    """What the player saw at some positions of a journal; can be iterated once.

    Equal frames in a row are yielded once. If a handler raises an error, the iteration ends.

    Attributes:
        problem: After the iteration, the error of a handler or the first difference from the
            recording; empty for none.
    """

    def __init__(
        self,
        timeline: Timeline,
        positions: Sequence[int],
        progressed: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Prepare to draw frames after these numbers of records; the timeline is moved."""
        self.problem = ""
        self._timeline = timeline
        self._positions = positions
        self._progressed = progressed

    def __iter__(self) -> Iterator[View]:
        """Yield the frames, in order.

        Raises:
            JournalError: The game does not know a record's intent, or a handler raises an error
                before the first frame.
        """
        before: View | None = None
        for number, position in enumerate(self._positions):
            self._progressed(number)
            try:
                self._timeline.seek(position)
            except RaisedError as error:
                if before is None:
                    raise
                self.problem = str(self._timeline.divergence or error)
                return
            view = cast(Session, self._timeline.simulation).view(weighs=True)
            if view != before:
                yield view
            before = view
        self.problem = str(self._timeline.divergence or "")
