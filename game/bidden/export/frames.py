"""Frames: what the player saw in each turn of a recorded game, as it began."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from bidden.session import Session
from bidden.view import View
from eventcore import RaisedError
from eventcore.replay import Timeline


def positions_of_turns(timeline: Timeline, first: int = 0, last: int | None = None) -> list[int]:
    """Give the positions of the frames of some turns; the last is of the end of the game."""
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
    """Give the positions from which the last record leads to the end, and of the end."""
    return list(range(max(0, timeline.length - 1), timeline.length + 1))


class Frames:
    """What the player saw at some positions of a journal, to be iterated once.

    What did not change from one to the next comes once only. Where a handler raises on the way,
    what was seen before is the last.

    Attributes:
        problem: Once iterated, what a handler raised, or else the first difference from what was
            recorded; empty for none.
    """

    def __init__(
        self,
        timeline: Timeline,
        positions: Sequence[int],
        progressed: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Prepare to draw the frames.

        Args:
            timeline: Of the journal; it is moved.
            positions: After how many records each is.
            progressed: Is told how many are made.
        """
        self.problem = ""
        self._timeline = timeline
        self._positions = positions
        self._progressed = progressed

    def __iter__(self) -> Iterator[View]:
        """Yield the frames, in order.

        Raises:
            JournalError: A record's intent is none that the game knows, or a handler raises
                before there is anything to be seen.
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
