"""A timeline: a journal that can be entered at any record or turn, forward and back."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from eventcore.errors import SaveError
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframes, keyframe_of
from eventcore.replay.playback import Divergence, Playback, unpack
from eventcore.replay.simulation import Restorable, Source

__all__ = ["Timeline"]

_EVERY = 100
"""A keyframe is kept each time so many turns have gone by."""


class Timeline:
    """A journal played back to any place.

    Attributes:
        journal: The journal.
        divergence: The first difference found between it and its replay.
    """

    def __init__(
        self,
        journal: Journal,
        source: Source,
        keyframes: Keyframes | None = None,
        *,
        rules: str = "",
        every: int = _EVERY,
    ) -> None:
        """Begin before the first record.

        Args:
            journal: What was recorded.
            source: Where simulations come from.
            keyframes: Those there are; more are added as the journal is played.
            rules: The hashes of the rules it is played by, as ``rules_of`` has them.
            every: How many turns lie between two keyframes.
        """
        self.journal = journal
        self.divergence: Divergence | None = None
        self._source = source
        self._keyframes = Keyframes() if keyframes is None else keyframes
        self._every = every
        self._turns = [record.turn for record in journal.records]
        self._play = self._begin()
        self._rules = rules
        self._kept = 0

    @property
    def simulation(self) -> Restorable:
        """The simulation as of the position; moving to another may put another in its place."""
        return self._play.simulation  # type: ignore[return-value]  # as the source makes them

    @property
    def position(self) -> int:
        """How many records were played."""
        return self._play.position

    @property
    def length(self) -> int:
        """How many records there are."""
        return self._play.length

    @property
    def turn(self) -> int:
        """The turn at the position."""
        return self.simulation.world.turn

    @property
    def last_turn(self) -> int:
        """The turn of the last record."""
        return self._turns[-1] if self._turns else 0

    def step(self) -> bool:
        """Play the next record; say False at the end.

        Raises:
            JournalError: As for a Playback.
        """
        if not self._play.step():
            return False
        self.divergence = self.divergence or self._play.divergence
        # What has parted from the recording is no state of it.
        if self.turn >= self._kept + self._every and self._play.divergence is None:
            self._keep()
        return True

    def seek(self, position: int) -> None:
        """Go to where so many records have been played.

        Raises:
            JournalError: As for a Playback.
        """
        position = min(max(position, 0), self.length)
        if position != self.position:
            self._jump(position)
            while self.position < position and self.step():
                pass

    def position_of_turn(self, turn: int) -> int:
        """Give the first position at which a turn has begun; the end for one never reached."""
        index = bisect_left(self._turns, turn)
        # The record that met the turn tells that those before it had led there.
        return index if index < len(self._turns) else self.length

    def seek_turn(self, turn: int) -> None:
        """Go to the beginning of a turn.

        Raises:
            JournalError: As for a Playback.
        """
        self.seek(self.position_of_turn(turn))

    def end_of_turn(self, turn: int) -> int:
        """Give the position of the last record that met a turn."""
        return bisect_right(self._turns, turn)

    def _jump(self, position: int) -> None:
        """Start from the nearest place before a position, if it is nearer than this one."""
        near = self.position if self.position <= position else -1
        keyframe = self._keyframes.before(position, self.journal, self._rules)
        if keyframe is not None and keyframe.position > near:
            try:
                simulation = self._source.restore(unpack(keyframe.state))
            except SaveError:
                pass  # made by another version; the way from further back is longer, no more
            else:
                self._enter(simulation, keyframe.position)
                return
        if near < 0:
            self._play = self._begin()
            self._kept = 0

    def _enter(self, simulation: Restorable, position: int) -> None:
        self._play = Playback(
            simulation, self.journal, position=position, restore=self._source.restore
        )
        self._kept = simulation.world.turn

    def _begin(self) -> Playback:
        return Playback(self._source.begin(), self.journal, restore=self._source.restore)

    def _keep(self) -> None:
        self._kept = self.turn
        checksum = self.journal.sums[self.position - 1]
        self._keyframes.add(
            keyframe_of(self._rules, self.position, self.turn, checksum, self.simulation.save())
        )
