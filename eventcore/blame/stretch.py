"""Stretches: part of a journal, played again for somebody who looks on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Self, TypeVar

import attrs

from eventcore.journal.reader import Journal
from eventcore.replay.playback import Divergence, Playback
from eventcore.replay.segments import Segment
from eventcore.replay.simulation import Source
from eventcore.world import World

T = TypeVar("T")


@attrs.frozen
class Stretch:
    """A stretch of a journal that is played again.

    Attributes:
        journal: The journal.
        source: Where simulations come from.
        start: The position from which its rules hold, and it is played; 0 for the beginning.
        begin: The position from which on is looked.
        end: The position up to which.
    """

    journal: Journal
    source: Source
    start: int
    begin: int
    end: int

    @classmethod
    def since_the_last_state(
        cls, segment: Segment, divergence: Divergence, journal: Journal, source: Source
    ) -> Self:
        """Give what was played since a state was last compared and the same."""
        end = bisect_left(journal.lines, divergence.line)
        records = journal.records[segment.start : end]
        states = [place for place, record in enumerate(records, segment.start) if record.state]
        begin = states[-1] if states else segment.start
        return cls(journal, source, segment.start, begin, end)

    def played(self, watch: Callable[[World], T]) -> tuple[T, Playback]:
        """Play up to where is looked from, and let somebody watch the world from there on.

        Raises:
            JournalError: A record cannot be played, as for ``Playback.step``.
            RaisedError: A handler raised.
        """
        bare, source = attrs.evolve(self.journal, events=[]), self.source
        playback = Playback(source.begin(), bare, position=self.start, restore=source.restore)
        while playback.position < self.begin and playback.step():
            pass
        return watch(playback.simulation.world), playback
