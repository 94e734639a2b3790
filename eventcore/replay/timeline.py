"""A timeline: a journal that can be entered at any record or turn, forward and back."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from operator import attrgetter

from eventcore.errors import SaveError
from eventcore.journal.format import INTENT, UPGRADE
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframe, Keyframes, keyframe_of
from eventcore.replay.playback import Divergence, Playback
from eventcore.replay.simulation import Restorable, Source
from eventcore.world import World

BEGINNING = -1
"""The position of the setup, before the first record."""

_EVERY = 100
"""A keyframe is kept each time so many turns, or so many records, have gone by."""

_WORTH_IT = 30
"""Restoring a state takes about as long as so many records; fewer are played."""

_NEAR_EVERY = 10
"""On the way to where one went back to, a state is kept in memory after so many records."""

_MOST_NEAR = 40
"""So many of these are kept: who goes back a step goes back another."""


class Timeline:
    """Plays a journal back to any place in it, forwards and backwards.

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
            rules: The hashes of the rules it is played by, as ``Header.rules`` has them.
            every: How many turns or records lie between two keyframes.
        """
        self.journal = journal
        self.divergence: Divergence | None = None
        self._source = source
        self._keyframes = Keyframes() if keyframes is None else keyframes
        self._every = every
        self._turns = [record.turn for record in journal.records]
        self._play = self._begin()
        self._rules = rules
        self._kept = (0, 0)
        self._diverged = Keyframes()
        self._near_states: dict[int, bytes] = {}
        self._aim = 0
        self._going_back = False
        self._divergences: set[int] = set()
        self._upgrades = [i for i, one in enumerate(journal.records) if one.type == UPGRADE]

    def from_start(self) -> Timeline:
        """Give another timeline of the journal, before its first record, on the same keyframes."""
        return Timeline(
            self.journal, self._source, self._keyframes, rules=self._rules, every=self._every
        )

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
        """Play the next record; return False at the end.

        Raises:
            JournalError: A record cannot be played, as for ``Playback.step``. What lies before it
                can still be sought.
        """
        before = self._play.divergence
        if not self._play.step():
            return False
        if self._play.divergence is not None and self._play.divergence is not before:
            self.divergence = self.divergence or self._play.divergence
            self._divergences.add(self.position - 1)
        if self._is_far_from(*self._kept):
            self._keep_keyframe()
        if self._going_back and self.position % _NEAR_EVERY == 0:
            self._keep_near_state()
        return True

    def seek(self, position: int) -> None:
        """Go to where so many records have been played.

        Raises:
            JournalError: A record cannot be played, as for ``Playback.step``.
        """
        position = self.approach(position)
        while self.position < position and self.step():
            pass

    def approach(self, position: int) -> int:
        """Go to the nearest known place before a position, and give the position within bounds.

        What is left of the way is to be stepped; it is never behind. Who says the same again
        before having come there is on the same way still.
        """
        position = min(max(position, 0), self.length)
        if position < self.position:
            self._going_back = True
        elif position != self._aim:
            self._going_back = False
        self._aim = position
        if position != self.position or self._play.error is not None:
            self._jump(position)
        return position

    def position_of_turn(self, turn: int) -> int:
        """Give the first position at which a turn has begun; the end for one never reached."""
        index = bisect_left(self._turns, turn)
        # The record that met the turn tells that those before it had led there.
        return index if index < len(self._turns) else self.length

    def seek_turn(self, turn: int) -> None:
        """Go to the beginning of a turn.

        Raises:
            JournalError: A record cannot be played, as for ``Playback.step``.
        """
        self.seek(self.position_of_turn(turn))

    def end_of_turn(self, turn: int) -> int:
        """Give the position of the last record that met a turn."""
        return bisect_right(self._turns, turn)

    def positions_of(self, first: int, last: int | None = None) -> range:
        """Return the positions of the records that bring about what happens in some turns.

        An intent may take several turns: it ends in the turn of the record after it. The first
        position may be ``BEGINNING``: the setup belongs to the turn of the first record.

        Args:
            first: The first turn.
            last: The last turn; by default the first.
        """
        end = self.end_of_turn(first if last is None else last)
        return range(max(self.position_of_turn(first) - 1, BEGINNING), end)

    def position_of_event(self, sequence: int) -> int:
        """Return the position of the record that brings about the event with a number."""
        return bisect_right(self.journal.records, sequence, key=attrgetter("seq")) - 1

    def turn_of(self, position: int) -> int:
        """Give the turn at a position; at the end, where none is recorded, the one after."""
        if position < self.length:
            return self._turns[max(position, 0)]
        ended = self.length and self.journal.records[-1].kind != INTENT
        return self.last_turn if ended or not self.length else self.last_turn + 1

    def after_turns(self, position: int, turns: int) -> int:
        """Give the position so many turns after another, or before it where they are negative.

        Of a turn that none of the records met, it is the next one on the way.
        """
        turn = self.turn_of(position)
        there = self.position_of_turn(turn + turns)
        if turns < 0:
            begun = self.position_of_turn(turn)
            there = min(there, self.position_of_turn(self._turns[begun - 1]) if begun else 0)
        return there

    def diverged_before(self, position: int) -> bool:
        """Say whether what leads to a position is known to differ from what was recorded.

        From a record on by which other rules hold nothing is left of what differed before.
        """
        upgrades = bisect_left(self._upgrades, position)
        start = self._upgrades[upgrades - 1] if upgrades else -1
        return any(start <= comparison < position for comparison in self._divergences)

    def _jump(self, position: int) -> None:
        """Start from the nearest place before a position, if it is nearer than this one."""
        ahead = self.position <= position and self._play.error is None
        near = self.position if ahead else -1
        near_state = max((place for place in self._near_states if place <= position), default=-1)
        if near_state > position - _NEAR_EVERY and near_state > near:
            self._enter(self._source.restore(self._near_states[near_state]), near_state)
            return
        least = near if near < 0 else near + min(_WORTH_IT, self._every)
        while (keyframe := self._keyframe_before(position)) and keyframe.position > least:
            try:
                simulation = self._source.restore(keyframe.state)
            except SaveError:
                position = keyframe.position - 1  # made by another version: one from further back
            else:
                self._enter(simulation, keyframe.position)
                return
        if near < 0:
            self._play = self._begin()
            self._kept = (0, 0)

    def _keyframe_before(self, position: int) -> Keyframe | None:
        frames = (
            kept.before(position, self.journal, self._rules)
            for kept in (self._keyframes, self._diverged)
        )
        return max(filter(None, frames), key=attrgetter("position"), default=None)

    def _enter(self, simulation: Restorable, position: int) -> None:
        self._play = Playback(
            simulation, self.journal, position=position, restore=self._source.restore
        )
        self._kept = (position, simulation.world.turn)

    def begin_again(self, watch: Callable[[World], object]) -> None:
        """Go back to before the first record, with somebody who watches how all begins.

        Args:
            watch: Called with the new simulation's world before anything happens in it.
        """
        simulation = self._source.watched(watch)
        self._play = Playback(simulation, self.journal, restore=self._source.restore)
        self._kept = (0, 0)

    def _begin(self) -> Playback:
        return Playback(self._source.begin(), self.journal, restore=self._source.restore)

    def _keep_near_state(self) -> None:
        if self.position not in self._near_states:
            self._near_states[self.position] = self.simulation.save()
            if len(self._near_states) > _MOST_NEAR:
                del self._near_states[next(iter(self._near_states))]

    def _is_far_from(self, position: int, turn: int) -> bool:
        return max(self.position - position, self.turn - turn) >= self._every

    def _keep_keyframe(self) -> None:
        """Keep a keyframe, unless one is near: whoever recorded may have kept them elsewhere."""
        near = self._keyframe_before(self.position)
        if near is not None and not self._is_far_from(near.position, near.turn):
            self._kept = (near.position, near.turn)
            return
        self._kept = (self.position, self.turn)
        checksum = self.journal.sums[self.position - 1]
        state = self.simulation.save()
        # A state on another way than the recorded one, entered by anyone who does not know of
        # that yet, would hide where the two parted.
        kept = self._keyframes if self._play.divergence is None else self._diverged
        kept.add(keyframe_of(self._rules, self.position, self.turn, checksum, state))
